"""Prints what Python's own parser makes of files, in the form of the trees of snag.

Each line of the input names a file. Each line of the output is an object: the file, an error or the
statements of the file as trees, and where calls, members, strings and functions stand.
"""

import ast
import json
import re
import sys
import warnings
import zlib

warnings.simplefilter("ignore")
sys.setrecursionlimit(20000)

OPERATORS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Mod: "%", ast.Pow: "**", ast.LShift: "<<", ast.RShift: ">>",
    ast.BitOr: "|", ast.BitXor: "^", ast.BitAnd: "&", ast.FloorDiv: "//", ast.MatMult: "@",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Is: "==", ast.IsNot: "!=", ast.In: "in",
    ast.Not: "!", ast.Invert: "~", ast.UAdd: "+", ast.USub: "-", ast.And: "&&", ast.Or: "||",
}


def q(text):
    return '"' + text + '"'


CONVERTED = re.compile(r"^(![rsa])?(?::(?:.?[<>=^])?0?(\d{1,6})?(?:\.(\d{1,9}))?s?)?$")


def crc(text):
    return q("%08x" % zlib.crc32(text.encode("utf-8", "surrogatepass")))


def node(op, *kids, text=""):
    parts = [op]
    if text:
        parts.append(text)
    parts += ["-" if k is None else k for k in kids]
    return "(" + " ".join(parts) + ")"


class Printer:
    def __init__(self, source):
        self.source = source
        self.lines = [0]
        i = 0
        while i < len(source):
            if source[i] == 10 or source[i] == 13 and source[i + 1:i + 2] != b"\n":
                self.lines.append(i + 1)
            i += 1
        if source.startswith(b"\xef\xbb\xbf"):
            self.lines[0] = 3
        self.receiver = None
        self.method = False
        self.format = 0
        self.places = []

    def at(self, n):
        return self.lines[n.lineno - 1] + n.col_offset, self.lines[n.end_lineno - 1] + n.end_col_offset

    def place(self, kind, n):
        if not self.format:
            start, end = self.at(n)
            self.places.append("%s %d %d" % (kind, start, end))

    # Expressions

    def name(self, text):
        return "(this)" if text == self.receiver else node("name", text=q(text))

    def e(self, n):
        if n is None:
            return None
        return getattr(self, "e_" + type(n).__name__)(n)

    def es(self, list):
        return [self.e(n) for n in list]

    def e_Name(self, n):
        return self.name(n.id)

    def e_Constant(self, n):
        v = n.value
        if v is None or v is True or v is False:
            return node("constant", text=q({None: "null", True: "true", False: "false"}[v]))
        if v is ...:
            return "(constant)"
        if isinstance(v, bytes):
            v = v.decode("latin1")
        if isinstance(v, str):
            self.place("string", n)
            return node("string", text=crc(v))
        start, end = self.at(n)
        return node("number", text="" if self.format else q(self.source[start:end].decode()))

    def e_JoinedStr(self, n):
        if all(isinstance(v, ast.Constant) for v in n.values):
            self.place("string", n)
            return node("string", text=crc("".join(v.value for v in n.values)))
        self.place("template", n)
        self.format += 1
        out = node("template", *self.pieces(n))
        self.format -= 1
        return out

    def pieces(self, n):
        out = []
        for v in n.values:
            if isinstance(v, ast.Constant):
                if v.value:
                    out.append(node("string", text=crc(v.value)))
                continue
            out += self.shown(v)
            if v.format_spec:
                out += [p for p in self.pieces(v.format_spec) if not p.startswith("(string")]
        return out

    def shown(self, v):
        value = self.e(v.value)
        spec = v.format_spec.values if v.format_spec else []
        if not all(isinstance(s, ast.Constant) for s in spec):
            return [value]
        text = "!" + chr(v.conversion) if v.conversion > 0 else ""
        if v.format_spec:
            text += ":" + "".join(s.value for s in spec)
        m = None if "{" in text or "}" in text else CONVERTED.match(text)
        if not m:
            return [value]
        if m[1] in ("!r", "!a"):
            value = node("call", node("name", text=q("repr")), value)
        if m[3]:
            value = node("slice", value, None, node("number", text=q(m[3])))
        if not m[2]:
            return [value]
        fill = node("string", text=crc(" " * min(int(m[2]), 4096)))
        if int(m[2]) > 4096:
            fill = node("binary", fill, node("number", text=q(m[2])), text=q("*"))
        return [value, fill]

    def e_Attribute(self, n):
        out = node("member", self.e(n.value), text=q(n.attr))
        self.place("member", n)
        return out

    def e_Subscript(self, n):
        self.place("index", n)
        value = self.e(n.value)
        if isinstance(n.slice, ast.Slice):
            kids = [value, self.e(n.slice.lower), self.e(n.slice.upper)]
            if n.slice.step:
                kids.append(self.e(n.slice.step))
            return node("slice", *kids)
        if isinstance(n.slice, ast.Tuple):
            axes = []
            for a in n.slice.elts:
                if isinstance(a, ast.Slice):
                    axes.append(node("unknown", *[self.e(k) for k in (a.lower, a.upper, a.step) if k]))
                else:
                    axes.append(self.e(a))
            return node("index", value, node("array", *axes))
        return node("index", value, self.e(n.slice))

    def arguments(self, n):
        # ast has keywords behind the others, the source has them in any order.
        all = sorted(n.args + n.keywords, key=lambda a: (a.lineno, a.col_offset))
        if self.format:
            all = n.args + n.keywords
        out = []
        for a in all:
            if not isinstance(a, ast.keyword):
                out.append(self.e(a))
            elif a.arg is None:
                out.append(node("spread", self.e(a.value), text='"**"'))
            else:
                out.append(node("keyword", self.e(a.value), text=q(a.arg)))
        return out

    def e_Call(self, n):
        if isinstance(n.func, ast.Name) and n.func.id == "super":
            places = len(self.places)
            self.arguments(n)
            del self.places[places:]
            return "(super)"
        self.place("call/%d" % (len(n.args) + len(n.keywords)), n)
        return node("call", self.e(n.func), *self.arguments(n))

    def e_Starred(self, n):
        return node("spread", self.e(n.value))

    def e_List(self, n):
        return node("array", *self.es(n.elts))

    e_Tuple = e_Set = e_List

    def e_Dict(self, n):
        out = []
        for k, v in zip(n.keys, n.values):
            if k is None:
                out.append(node("spread", self.e(v), text='"**"'))
            elif isinstance(k, ast.Constant) and isinstance(k.value, (str, bytes)) and k.value:
                out.append(node("pair", None, self.e(v), text=crc(k.value if isinstance(k.value, str) else k.value.decode("latin1"))))
            else:
                out.append(node("pair", self.e(k), self.e(v)))
        return node("object", *out)

    def e_BinOp(self, n):
        return node("binary", self.e(n.left), self.e(n.right), text=q(OPERATORS[type(n.op)]))

    def e_UnaryOp(self, n):
        return node("unary", self.e(n.operand), text=q(OPERATORS[type(n.op)]))

    def e_BoolOp(self, n):
        out = self.e(n.values[0])
        for v in n.values[1:]:
            out = node("logical", out, self.e(v), text=q(OPERATORS[type(n.op)]))
        return out

    def e_Compare(self, n):
        out, left = None, n.left
        for op, right in zip(n.ops, n.comparators):
            if isinstance(op, ast.NotIn):
                c = node("unary", node("binary", self.e(left), self.e(right), text='"in"'), text='"!"')
            else:
                c = node("binary", self.e(left), self.e(right), text=q(OPERATORS[type(op)]))
            out = c if out is None else node("logical", out, c, text='"&&"')
            left = right
        return out

    def e_IfExp(self, n):
        return node("conditional", self.e(n.test), self.e(n.body), self.e(n.orelse))

    def e_NamedExpr(self, n):
        return node("assign", self.e(n.target), self.e(n.value), text='"="')

    def e_Await(self, n):
        return node("await", self.e(n.value))

    def e_Yield(self, n):
        self.yields = True
        return node("await", self.e(n.value) if n.value else '(constant "null")', text='"yield"')

    e_YieldFrom = e_Yield

    def comprehension(self, n, value, key=None):
        # The element stands in front of its clauses.
        if key is not None:
            value = node("array", self.e(key), self.e(value))
        else:
            value = self.e(value)
        body = node("return", value)
        method = '"map"' if key is None else '"mapEntries"'
        first = None
        for c in reversed(n.generators):
            if c.ifs:
                test = self.e(c.ifs[0])
                for t in c.ifs[1:]:
                    test = node("logical", test, self.e(t), text='"&&"')
                body = node("if", test, body, None)
            of = "(function (arrow [" + self.e(c.target) + "] " + node("block", body) + "))"
            first = node("call", node("member", self.e(c.iter), text=method), of)
            method = '"flatMap"'
            body = node("return", first)
        return first

    def e_ListComp(self, n):
        return self.comprehension(n, n.elt)

    e_SetComp = e_GeneratorExp = e_ListComp

    def e_DictComp(self, n):
        return self.comprehension(n, n.value, n.key)

    # Functions

    def params(self, a, typed=True):
        all = []
        args = a.posonlyargs + a.args
        defaults = [None] * (len(args) - len(a.defaults)) + a.defaults
        all += [(p, d, "") for p, d in zip(args, defaults)]
        if a.vararg:
            all.append((a.vararg, None, " rest"))
        all += [(p, d, "") for p, d in zip(a.kwonlyargs, a.kw_defaults)]
        if a.kwarg:
            all.append((a.kwarg, None, " keywords"))
        return all

    def param(self, p, default, mark):
        out = "[" + node("name", text=q(p.arg))
        if p.annotation:
            out += " :" + self.e(p.annotation)
        if default is not None:
            out += " =" + self.e(default)
        return out + mark + "]"

    def e_Lambda(self, n):
        params = self.params(n.args)
        self.place("function/%d" % len(params), n)
        marks = [self.param(*p) for p in params]
        saved = self.receiver, self.method, getattr(self, "yields", False)
        self.method, self.yields = False, saved[2]
        if any(p[0].arg == self.receiver for p in params):
            self.receiver = None
        body = node("block", node("return", self.e(n.body)))
        generator = self.yields and not saved[2]
        self.receiver, self.method, self.yields = saved
        return "(function (" + " ".join(["arrow"] + (["generator"] if generator else []) + marks + [body]) + "))"

    def s_FunctionDef(self, n):
        return [node("define", self.function(n))]

    s_AsyncFunctionDef = s_FunctionDef

    def function(self, n):
        decorators = [" @" + self.e(d) for d in n.decorator_list]
        kind, static, receives = "plain", False, False
        if self.method:
            kind, receives = "method", True
            if n.name == "__init__":
                kind = "constructor"
            static = n.name in ("__new__", "__init_subclass__", "__class_getitem__")
            for d in n.decorator_list:
                if isinstance(d, ast.Call):
                    d = d.func
                text = d.id if isinstance(d, ast.Name) else d.attr if isinstance(d, ast.Attribute) else ""
                if text in ("staticmethod", "classmethod"):
                    static = True
                elif text.endswith("property") or text in ("reify", "getter"):
                    kind = "getter"
                elif text == "setter" and isinstance(d, ast.Attribute):
                    kind = "setter"
                if text == "staticmethod":
                    receives = False
        elif self.receiver:
            kind = "arrow"
        params = self.params(n.args)
        saved = self.receiver, self.method, getattr(self, "yields", False)
        self.method, self.yields = False, False
        first = params[0] if params else None
        marks = []
        if receives and first and first[2] == "" and first[0] not in n.args.kwonlyargs:
            self.skipped(first)
            marks = [self.param(*p) for p in params[1:]]
            self.receiver = first[0].arg
        else:
            marks = [self.param(*p) for p in params]
            if any(p[0].arg == self.receiver for p in params):
                self.receiver = None
        self.place("function/%d" % len(marks), n)
        result = " :" + self.e(n.returns) if n.returns else ""
        body = self.block(n.body)
        words = [kind, q(n.name)]
        if static:
            words.append("static")
        if isinstance(n, ast.AsyncFunctionDef):
            words.append("async")
        if self.yields:
            words.append("generator")
        if n.name.startswith("_") and not (n.name.startswith("__") and n.name.endswith("__")):
            words.append("private")
        self.receiver, self.method, self.yields = saved
        text = "(" + " ".join(words) + "".join(decorators)
        for m in marks:
            text += " " + m
        return text + result + " " + body + ")"

    def skipped(self, param):
        """What stands at a parameter that is not in the tree."""
        places = len(self.places)
        self.param(*param)
        del self.places[places:]

    def s_ClassDef(self, n):
        return [node("define", self.class_(n))]

    def class_(self, n):
        self.place("class", n)
        out = '(class "' + n.name + '"'
        for d in n.decorator_list:
            out += " @" + self.e(d)
        for b in n.bases:
            out += " <" + self.e(b)
        for k in n.keywords:
            if k.arg is None:
                out += " <" + node("spread", self.e(k.value), text='"**"')
        for k in n.keywords:
            if k.arg is not None:
                out += " <" + node("keyword", self.e(k.value), text=q(k.arg))
        saved = self.method
        self.method = True
        rest = []
        members = []
        for s in n.body:
            m = self.member(s)
            if m is None:
                rest += self.s(s)
            else:
                members += m
        self.method = saved
        for m in members:
            out += " [" + m + "]"
        if rest:
            out += " " + node("block", *rest)
        return out + ")"

    def member(self, s):
        if isinstance(s, (ast.FunctionDef, ast.AsyncFunctionDef)):
            f = self.function(s)
            head = f.split("(", 2)[1].split("[")[0]
            static = " static" if ' "%s" static' % s.name in f[:len(s.name) + 40] else ""
            return [q(s.name) + static + " " + f]
        if isinstance(s, ast.ClassDef):
            return [q(s.name) + " =(class " + self.class_(s) + ")"]
        named = lambda t: isinstance(t, ast.Name) and t.id != self.receiver
        if isinstance(s, ast.Assign) and all(map(named, s.targets)):
            value = self.e(s.value)
            return [q(t.id) + " =" + value for t in s.targets]
        if isinstance(s, ast.AnnAssign) and named(s.target):
            value = " =" + self.e(s.value) if s.value else ""
            return [q(s.target.id) + " :" + self.e(s.annotation) + value]
        return None

    # Statements

    def block(self, list):
        out = []
        for s in list:
            out += self.s(s)
        return node("block", *out)

    def s(self, n):
        return getattr(self, "s_" + type(n).__name__)(n)

    def s_Pass(self, n):
        return []

    def s_Expr(self, n):
        if isinstance(n.value, ast.Constant) and isinstance(n.value.value, (str, bytes)):
            return []
        return [node("expression", self.e(n.value))]

    def s_Assign(self, n):
        out = self.e(n.value)
        for t in reversed(n.targets):
            out = node("assign", self.e(t), out, text='"="')
        return [node("expression", out)]

    def s_AugAssign(self, n):
        return [node("expression", node("assign", self.e(n.target), self.e(n.value), text=q(OPERATORS[type(n.op)] + "=")))]

    def s_AnnAssign(self, n):
        target, type = self.e(n.target), self.e(n.annotation)
        if n.value is None:
            return [node("expression", node("cast", target, type))]
        return [node("expression", node("assign", target, node("cast", self.e(n.value), type), text='"="'))]

    def s_Return(self, n):
        self.place("return", n)
        return [node("return", *([self.e(n.value)] if n.value else []))]

    def s_Raise(self, n):
        return [node("throw", *[self.e(k) for k in (n.exc, n.cause) if k])]

    def s_Break(self, n):
        return ["(break)"]

    def s_Continue(self, n):
        return ["(continue)"]

    def s_Delete(self, n):
        return [node("expression", node("unary", self.e(t), text='"delete"')) for t in n.targets]

    def s_Assert(self, n):
        throw = node("throw", *([self.e(n.msg)] if n.msg else []))
        asked = node("logical", node("name", text='"__debug__"'), node("unary", self.e(n.test), text='"!"'), text='"&&"')
        return [node("if", asked, throw, None)]

    def s_Global(self, n):
        return [node("declare", *map(self.name, n.names), text='"global"')]

    def s_Nonlocal(self, n):
        return [node("declare", *map(self.name, n.names), text='"nonlocal"')]

    def s_Import(self, n):
        out = []
        for a in n.names:
            if a.asname:
                out.append(node("import", node("import-name", self.name(a.asname), text='"*"'), text=q(a.name)))
                continue
            first = a.name.split(".")[0]
            out.append(node("import", node("import-name", node("name", text=q(first)), text='"*"'), text=q(first)))
            if first != a.name:
                out.append(node("import", text=q(a.name)))
        return out

    def s_ImportFrom(self, n):
        names = [node("import-name", *([] if a.name == "*" else [self.name(a.asname or a.name)]), text=q(a.name)) for a in n.names]
        return [node("import", *names, text=q("." * n.level + (n.module or "")))]

    def s_If(self, n):
        self.place("if", n)
        test, body = self.e(n.test), self.block(n.body)
        other = None
        if len(n.orelse) == 1 and isinstance(n.orelse[0], ast.If) and self.source[self.at(n.orelse[0])[0]:].startswith(b"elif"):
            other = self.s(n.orelse[0])[0]
        elif n.orelse:
            other = self.block(n.orelse)
        return [node("if", test, body, other)]

    def orelse(self, n):
        return [node("if", node("unknown"), self.block(n.orelse))] if n.orelse else []

    def s_For(self, n):
        return [node("for-each", self.e(n.target), self.e(n.iter), self.block(n.body))] + self.orelse(n)

    s_AsyncFor = s_For

    def s_While(self, n):
        return [node("loop", self.e(n.test), self.block(n.body), None)] + self.orelse(n)

    def s_With(self, n):
        items = [(self.e(i.optional_vars), self.e(i.context_expr)) for i in n.items]
        out = self.block(n.body)
        for i, (target, value) in reversed(list(enumerate(items))):
            out = node("with", target, value, out)
            if i:
                out = node("block", out)
        return [out]

    s_AsyncWith = s_With

    def s_Try(self, n):
        body = self.block(n.body)
        if n.orelse:
            body = node("block", body, self.block(n.orelse))
        catches = []
        for h in n.handlers:
            places = len(self.places)
            self.e(h.type)
            del self.places[places:]
            catches.append(node("catch", self.name(h.name) if h.name else None, self.block(h.body)))
        return [node("try", body, self.block(n.finalbody) if n.finalbody else None, *catches)]

    s_TryStar = s_Try

    def s_TypeAlias(self, n):
        return [node("expression", node("assign", self.e(n.name), self.e(n.value), text='"="'))]

    def s_Match(self, n):
        subject = self.e(n.subject)
        cases = []
        for c in n.cases:
            tests = self.tests(c.pattern)
            places = len(self.places)
            targets = self.bound(c.pattern)
            del self.places[places:]
            body = []
            if c.guard:
                guard = self.e(c.guard)
                body = [node("if", guard, self.block(c.body), None)]
                inner = node("block", *body)
            else:
                inner = self.block(c.body)
            if targets:
                inner = node("block", *[node("expression", node("assign", t, subject, text='"="')) for t in targets], inner)
            cases.append(node("case", inner, *tests))
        return [node("switch", subject, *cases)]

    def tests(self, p):
        if isinstance(p, ast.MatchAs):
            return self.tests(p.pattern) if p.pattern else []
        if isinstance(p, ast.MatchOr):
            return [t for k in p.patterns for t in self.tests(k)]
        if isinstance(p, ast.MatchValue):
            return [self.e(p.value)]
        if isinstance(p, ast.MatchSingleton):
            return [self.e_Constant(p)]
        if isinstance(p, ast.MatchStar):
            return []
        if isinstance(p, ast.MatchMapping):
            parts = p.patterns
        elif isinstance(p, ast.MatchClass):
            parts = p.patterns + p.kwd_patterns
        else:
            parts = p.patterns
        out = [t for k in parts for t in self.tests(k)]
        if isinstance(p, ast.MatchClass) and not isinstance(p.cls, ast.Name):
            out.insert(0, self.e(p.cls))
        return [node("unknown", *out)]

    SELVES = {"bool", "bytearray", "bytes", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple"}

    def bound(self, p):
        """The targets at the top of a pattern."""
        if isinstance(p, ast.MatchAs) and p.pattern:
            return [self.name(p.name)] + self.bound(p.pattern)
        if isinstance(p, ast.MatchOr):
            return [t for k in p.patterns for t in self.bound(k)]
        t = self.target(p)
        return [t] if t else []

    def target(self, p):
        if isinstance(p, ast.MatchAs):
            return self.name(p.name) if p.name else None
        if isinstance(p, ast.MatchOr):
            left = p.patterns[0]
            return self.target(left)
        if isinstance(p, ast.MatchStar):
            return node("spread", self.name(p.name)) if p.name else None
        if isinstance(p, ast.MatchSequence):
            parts = [self.target(k) for k in p.patterns]
            return node("array", *parts) if any(parts) else None
        if isinstance(p, ast.MatchMapping):
            out = []
            for k, v in zip(p.keys, p.patterns):
                if t := self.target(v):
                    if isinstance(k, ast.Constant) and isinstance(k.value, str) and k.value:
                        out.append(node("pair", None, t, text=crc(k.value)))
                    else:
                        out.append(node("pair", self.e(k), t))
            if p.rest:
                out.append(node("spread", self.name(p.rest), text='"**"'))
            return node("object", *out) if out else None
        if isinstance(p, ast.MatchClass):
            if len(p.patterns) == 1 and not p.kwd_patterns and isinstance(p.cls, ast.Name) and p.cls.id in self.SELVES:
                return self.target(p.patterns[0])
            out = []
            for i, v in enumerate(p.patterns):
                if t := self.target(v):
                    out.append(node("pair", node("number", text=q(str(i))), t))
            for k, v in zip(p.kwd_attrs, p.kwd_patterns):
                if t := self.target(v):
                    out.append(node("pair", None, t, text=crc(k)))
            return node("object", *out) if out else None
        return None


for line in sys.stdin:
    file = line.rstrip("\n")
    out = {"File": file}
    try:
        source = open(file, "rb").read()
        p = Printer(source)
        statements = []
        for s in ast.parse(source).body:
            statements += p.s(s)
        out["Statements"] = statements
        out["Places"] = sorted(set(p.places))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as e:
        out["Error"] = str(e)
    print(json.dumps(out))
