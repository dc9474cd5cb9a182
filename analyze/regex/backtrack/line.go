package backtrack

// within reports whether pos is between a carriage return and the line feed behind it.
func within(input []rune, pos int) bool {
	return pos > 0 && pos < len(input) && input[pos-1] == '\r' && input[pos] == '\n'
}

// noLine reports whether no line begins at pos in spite of the terminator before it.
func (in *inst) noLine(input []rune, pos int) bool {
	return in.y&(flagInner|flagNever) != 0 && pos == len(input) || in.y&flagPair != 0 && within(input, pos)
}

// lastLine reports whether the terminator at pos is the last thing in the input.
func (in *inst) lastLine(input []rune, pos int) bool {
	switch len(input) - pos {
	case 1:
		return in.y&flagPair == 0 || !within(input, pos)
	case 2:
		return in.y&flagPair != 0 && within(input, pos+1)
	}
	return false
}
