"""Fields of a form, which are called as functions of the language are."""

__all__ = ["input", "open"]


def input(label, kind="text"):
    return {"label": label, "kind": kind}


def open(name):
    return {"name": name}
