# Compares the matches of two patterns on texts. A question is a line of fields in base64: mode, flags, what to
# compare, two patterns, the texts. The answer is a line: what differs first, or nothing.
import re, sys, warnings
from base64 import b64decode, b64encode

warnings.simplefilter("ignore")
FLAGS = {"a": re.A, "i": re.I, "m": re.M, "s": re.S, "u": re.U, "x": re.X}


def results(regex, mode, text, spans, skip=None):
    start = skip.match(text).end() if skip else 0
    match = {"prefix": regex.match, "full": regex.fullmatch}.get(mode, regex.search)
    found = list(regex.finditer(text))[:50] if mode == "all" else filter(None, [regex.match(text, start) if skip else match(text)])
    return [m.span() if spans else [m.span(g) for g in range(regex.groups + 1)] for m in found]


for line in sys.stdin:
    fields = [b64decode(f) for f in line.rstrip("\n").split("\t")]
    mode, letters, what, a, b, *texts = fields if b"b" in fields[1] else [f.decode("utf-8", "surrogatepass") for f in fields]
    if b"b" in fields[1]:  # patterns over bytes
        mode, letters, what = mode.decode(), letters.decode().replace("b", ""), what.decode()
    flags, answer = 0, ""
    for letter in letters:
        flags |= FLAGS[letter]
    try:
        a, b = re.compile(a, flags), re.compile(b, flags)
        skip = re.compile(texts.pop(0), flags) if mode == "steps" else None  # what stands before each match of b
        for text in texts:
            x, y = results(a, mode, text, what == "spans"), results(b, mode, text, what == "spans", skip)
            if x != y:
                answer = "%r: %s and %s" % (text, x, y)
                break
    except re.error as e:
        answer = "refused: %s" % e
    print(b64encode(answer.encode("utf-8", "surrogatepass")).decode(), flush=True)
