"""Says whether a context was kept."""


def tell(own):
    print("kept" if own else "lost")
