"""What lies on the disk."""


def terms():
    with open("terms.txt") as file: #!
        return file.read()
