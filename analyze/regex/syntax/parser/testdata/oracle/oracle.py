# Answers what Python's re says of patterns: see oracle_test.go.
import re, sys, warnings

warnings.simplefilter("ignore")
LETTERS = {"i": re.I, "m": re.M, "s": re.S, "x": re.X, "a": re.A, "L": re.L, "u": re.U}


def ranges(ok):
    out, start, last = [], None, None
    for c in ok:
        if last is None or c != last + 1:
            if start is not None:
                out.append("%x-%x" % (start, last))
            start = c
        last = c
    if start is not None:
        out.append("%x-%x" % (start, last))
    return ",".join(out)


candidates = []
for line in sys.stdin:
    mode, flags, text = line.rstrip("\n").split("\t")
    if mode == "candidates":
        candidates = [c for r in text.split(",") for lo, hi in [r.split("-")] for c in range(int(lo, 16), int(hi, 16) + 1)]
        continue
    try:
        pattern = bytes.fromhex(text).decode("utf-8")
        bits = 0
        for letter in flags:
            if letter != "b":
                bits |= LETTERS[letter]
        if "b" in flags:
            pattern = pattern.encode("latin-1")
        p = re.compile(pattern, bits)
        if mode == "valid":
            print("valid\t%d" % p.groups)
        else:
            match = p.fullmatch
            if "b" in flags:
                print(ranges(c for c in candidates if c < 256 and match(bytes([c]))))
            else:
                print(ranges(c for c in candidates if match(chr(c))))
    except Exception as e:
        print("invalid\t" + str(e).replace("\n", " ").replace("\t", " "))
