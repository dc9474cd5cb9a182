# Prints the regular expressions that Python's own parser finds in the files named on standard input, one
# JSON document a line: {"file", "literals": [[offset in bytes, pattern, exact], ...]} or {"file", "error"}.
# The offset is that of the pattern's argument, for re.compile that of the call. exact tells that the
# argument is a constant; else it was evaluated with the constants of the module.
import ast, json, re, sys, warnings

warnings.simplefilter("ignore")
NAMES = {"compile", "match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"}


def literals(src):
    tree = ast.parse(src)
    starts, at = [], 0
    for line in re.split(rb"(?<=\n)", src):
        starts.append(at)
        at += len(line)
    modules, names = set(), {}
    env, seen = {}, set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for a in node.names:
                if a.name in ("re", "regex"):
                    modules.add(a.asname or a.name)
        elif isinstance(node, ast.ImportFrom) and node.module in ("re", "regex"):
            for a in node.names:
                names[a.asname or a.name] = a.name
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            try:
                env[node.targets[0].id] = evaluate(node.value, env)
            except Exception:
                pass
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        f = node.func
        if isinstance(f, ast.Attribute) and isinstance(f.value, ast.Name) and f.value.id in modules:
            name = f.attr
        elif isinstance(f, ast.Name) and f.id in names:
            name = names[f.id]
        else:
            continue
        if name not in NAMES:
            continue
        arg = node.args[0] if node.args else next((k.value for k in node.keywords if k.arg == "pattern"), None)
        if arg is None:
            continue
        exact = isinstance(arg, ast.Constant)
        try:
            value = evaluate(arg, env)
        except Exception:
            continue
        if isinstance(value, bytes):
            value = value.decode("latin-1")
        if not isinstance(value, str):
            continue
        where = node if name == "compile" else arg
        found.append([starts[where.lineno - 1] + where.col_offset, value, exact])
    return found


def evaluate(node, env):
    for n in ast.walk(node):
        if isinstance(n, ast.Call):
            f = n.func
            if not (isinstance(f, ast.Attribute) and f.attr in ("join", "format") and isinstance(f.value, ast.Constant)):
                raise ValueError
        elif isinstance(n, ast.Name) and n.id not in env:
            raise ValueError
        elif isinstance(n, (ast.Lambda, ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp, ast.Pow)):
            raise ValueError
    return eval(compile(ast.Expression(node), "x", "eval"), {"__builtins__": {}}, env)


for name in sys.stdin.read().split("\n"):
    if not name:
        continue
    try:
        with open(name, "rb") as f:
            print(json.dumps({"file": name, "literals": literals(f.read())}))
    except Exception as e:
        print(json.dumps({"file": name, "error": str(e)[:200]}))
