// Prints what the parser of TypeScript finds in each of the files that are named on standard input, one line of JSON
// a file. The first argument is the folder that holds the package.
import { createInterface } from 'node:readline'
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const ts = createRequire(resolve(process.argv[2], 'x.js'))('typescript')
const K = ts.SyntaxKind

// quote writes a text in ASCII.
const quote = text => '"' + text.replace(/[^ !#-[\]-~]/g, c => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0')) + '"'

function facts(path, text) {
  const all = []
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true,
    /\.[cm]?ts$/.test(path) ? ts.ScriptKind.TS : /\.tsx$/.test(path) ? ts.ScriptKind.TSX : ts.ScriptKind.JSX)
  // Offsets in bytes.
  let bytes = null
  if (/[^\0-\x7f]/.test(text)) {
    bytes = new Int32Array(text.length + 1)
    for (let i = 0, n = 0; i < text.length; i++) {
      bytes[i] = n
      const c = text.charCodeAt(i)
      n += c < 0x80 ? 1 : c < 0x800 ? 2 : c >= 0xd800 && c < 0xe000 ? 2 : 3
      bytes[i + 1] = n
    }
  }
  const at = i => bytes ? bytes[i] : i
  const emit = (kind, node, ...more) => all.push([kind, at(node.getStart(file)), at(node.end), ...more].join(' '))
  const emitStart = (kind, node, ...more) => all.push([kind, at(node.getStart(file)), ...more].join(' '))
  const emitEnd = (kind, node, ...more) => all.push([kind, at(node.end), ...more].join(' '))
  const key = name => {
    if (name && ts.isComputedPropertyName(name)) name = name.expression
    else if (name && ts.isNumericLiteral(name)) return name.getText(file)
    else if (name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name))) return ts.idText(name)
    return name && ts.isStringLiteralLike(name) ? name.text : ''
  }
  const target = n => ts.isIdentifier(n) ? n.text : ts.isObjectBindingPattern(n) ? '{' : '['
  function fn(node, kind) {
    const list = node.parameters.filter(p => key(p.name) !== 'this').map(p => (p.dotDotDotToken ? '...' : '') + target(p.name) + (p.initializer ? '=' : '') + '@'.repeat((ts.getDecorators(p) || []).length))
    emitEnd('function', node, kind, quote(key(node.name)), list.join(','))
    if (node.type && ts.isTypeReferenceNode(node.type) && ts.isIdentifier(node.type.typeName)) emitEnd('result', node, node.type.typeName.text)
    for (const p of node.parameters) {
      if (p.type && key(p.name) !== 'this' && ts.isTypeReferenceNode(p.type) && ts.isIdentifier(p.type.typeName)) emitEnd('type', p.name, p.type.typeName.text)
    }
  }
  function visit(node) {
    if (ts.isTypeNode(node) && node.kind !== K.ExpressionWithTypeArguments || ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isTypeParameterDeclaration(node)) return
    if (ts.canHaveModifiers(node) && (ts.getModifiers(node) || []).some(m => m.kind === K.DeclareKeyword) && !ts.isPropertyDeclaration(node)) return
    switch (node.kind) {
      case K.FunctionDeclaration: if (!node.body) return; fn(node, 'plain'); break
      case K.FunctionExpression: fn(node, 'plain'); break
      case K.ArrowFunction: fn(node, 'arrow'); break
      case K.MethodDeclaration: if (!node.body) return; fn(node, 'method'); break
      case K.GetAccessor: if (!node.body) return; fn(node, 'getter'); break
      case K.SetAccessor: if (!node.body) return; fn(node, 'setter'); break
      case K.Constructor: if (!node.body) return; fn(node, 'constructor'); break
      case K.CallExpression: emit('call', node, node.arguments.length); break
      case K.NewExpression: emit('new', node, (node.arguments || []).length); break
      case K.TaggedTemplateExpression: emit('tagged', node, ts.isTemplateExpression(node.template) ? node.template.templateSpans.length : 0); break
      case K.TemplateExpression: if (!ts.isTaggedTemplateExpression(node.parent)) emit('template', node); break
      case K.PropertyAccessExpression: emit('member', node, key(node.name)); break
      case K.ElementAccessExpression: emit('index', node); break
      case K.ConditionalExpression: emit('conditional', node); break
      case K.BinaryExpression: {
        const op = node.operatorToken.getText(file)
        if (op === ',') { if (!(node.parent.kind === K.BinaryExpression && node.parent.operatorToken.kind === K.CommaToken)) emit('sequence', node) }
        else emit(op.endsWith('=') && !['==', '===', '!=', '!==', '<=', '>='].includes(op) ? 'assign' : 'binary', node, op)
        break
      }
      case K.VariableDeclaration: if (node.initializer) emit('assign', node, '='); break
      case K.BindingElement: if (node.initializer) all.push(['assign', at(node.name.getStart(file)), at(node.end), '='].join(' ')); break
      case K.ShorthandPropertyAssignment: if (node.objectAssignmentInitializer) emit('assign', node, '='); break
      case K.ReturnStatement: emitStart('return', node, node.expression ? 1 : 0); break
      case K.ThrowStatement: emitStart('throw', node); break
      case K.IfStatement: emitStart('if', node, node.elseStatement ? 1 : 0); break
      case K.ForStatement: case K.WhileStatement: case K.DoStatement: all.push(['loop', at(node.statement.getStart(file))].join(' ')); break
      case K.ForOfStatement: case K.ForInStatement: emit('each', node, node.kind === K.ForInStatement ? 'in' : ''); break
      case K.SwitchStatement: emit('switch', node, node.caseBlock.clauses.length); break
      case K.TryStatement: emit('try', node, node.catchClause ? 1 : 0, node.finallyBlock ? 1 : 0); break
      case K.RegularExpressionLiteral: emit('regex', node); break
      case K.ObjectLiteralExpression: case K.ObjectBindingPattern: emit('object', node, (node.properties || node.elements).length); break
      case K.ArrayLiteralExpression: case K.ArrayBindingPattern: emit('array', node, node.elements.length); break
      case K.ClassDeclaration: case K.ClassExpression: {
        const members = node.members.filter(m => !ts.isSemicolonClassElement(m) && !ts.isIndexSignatureDeclaration(m) && !ts.isClassStaticBlockDeclaration(m) && (ts.isPropertyDeclaration(m) || m.body))
        emitEnd('class', node, quote(key(node.name)), members.length, (ts.getDecorators(node) || []).length)
        for (const m of members) {
          if (ts.isPropertyDeclaration(m)) emit0(m)
        }
        break
      }
      case K.StringLiteral: case K.NoSubstitutionTemplateLiteral:
        if (node.parent.kind === K.TaggedTemplateExpression || ts.isJsxAttribute(node.parent)) break
        if ([K.ImportDeclaration, K.ExportDeclaration, K.ImportSpecifier, K.ExportSpecifier, K.NamespaceExport, K.ImportAttribute, K.ModuleDeclaration].includes(node.parent.kind)) break
        if (node.parent.name === node || node.parent.propertyName === node) break
        if (ts.isComputedPropertyName(node.parent)) break
        emit('string', node, quote(node.text)); break
      case K.JsxElement: case K.JsxSelfClosingElement: case K.JsxFragment: {
        const open = node.kind === K.JsxSelfClosingElement ? node : node.openingElement
        emit('element', node, open ? open.tagName.getText(file) : '', open ? open.attributes.properties.length : 0)
        if (node.kind === K.JsxSelfClosingElement) { visit(node.attributes); return }
        break
      }
      case K.JsxOpeningElement: visit(node.attributes); return
      case K.JsxClosingElement: return
      case K.ImportEqualsDeclaration: {
        if (node.isTypeOnly) return
        const m = node.moduleReference
        all.push(['assign', at(node.name.getStart(file)), at(m.end), '='].join(' '))
        if (ts.isExternalModuleReference(m)) emit('call', m, 1)
        break
      }
      case K.ExportAssignment: if (node.isExportEquals) all.push(['assign', at(node.getStart(file)), at(node.expression.end), '='].join(' ')); break
      case K.ModuleDeclaration: if (!ts.isIdentifier(node.name)) return; break
      case K.EnumDeclaration:
        all.push(['assign', at(node.name.getStart(file)), at(node.end), '='].join(' '))
        all.push(['object', at(node.members.pos - 1), at(node.end), node.members.length].join(' '))
        break
      case K.ImportDeclaration: {
        const c = node.importClause
        const names = []
        if (c) {
          if (c.name) names.push('default:' + c.name.text)
          const b = c.namedBindings
          if (b && ts.isNamespaceImport(b)) names.push('*:' + b.name.text)
          else if (b) for (const e of b.elements) names.push((e.propertyName || e.name).text + ':' + e.name.text)
        }
        all.push(['import', at(node.getStart(file)), quote(node.moduleSpecifier.text), names.join(',')].join(' '))
        return
      }
      case K.ExportDeclaration: {
        const names = []
        const c = node.exportClause
        if (!c) names.push('*')
        else if (ts.isNamespaceExport(c)) names.push(c.name.text)
        else for (const e of c.elements) names.push(e.name.text)
        all.push(['export', at(node.getStart(file)), quote(node.moduleSpecifier ? node.moduleSpecifier.text : ''), names.join(',')].join(' '))
        return
      }
    }
    ts.forEachChild(node, visit)
  }
  function emit0(m) { emitEnd('field', m.initializer || m.type || m.exclamationToken || m.questionToken || m.name, quote(key(m.name)), m.initializer ? 1 : 0, (ts.getDecorators(m) || []).length) }
  visit(file)
  return { facts: all, errors: file.parseDiagnostics.length }
}

for await (const path of createInterface({ input: process.stdin })) {
  let out
  try {
    const text = readFileSync(path, 'utf8')
    out = facts(path, text)
  } catch (e) {
    out = { facts: [], errors: 1, message: String(e.stack) }
  }
  out.file = path
  process.stdout.write(JSON.stringify(out) + '\n')
}
