// Compiles the shop as it is loaded, as nest start does, and serves it.
const fs = require('node:fs')
const typescript = require('typescript')

const compilerOptions = {
  module: typescript.ModuleKind.CommonJS, target: typescript.ScriptTarget.ES2022,
  experimentalDecorators: true, emitDecoratorMetadata: true, esModuleInterop: true,
}
require.extensions['.ts'] = (module, filename) => {
  const { outputText } = typescript.transpileModule(fs.readFileSync(filename, 'utf8'), { compilerOptions, fileName: filename })
  module._compile(outputText, filename)
}
require('./main.ts').start()
