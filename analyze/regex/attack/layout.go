package attack

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"snag/analyze/wtf8"
)

const (
	mostUnits = 3 // numbers of repetitions that are tried for what was found
	mostOnce  = 4 // repetitions that are few enough to stand in a prefix

	mostPieces = 8  // of a layout that is changed at random
	mostWord   = 40 // characters of a word that grows so
)

// Piece is a word of an attack and how much of the input it takes beside the other ones: it stands that many times for
// each time that another one of the share 1 does, and once without a share.
type Piece struct {
	Word  []rune
	Share float64
}

// Layout is an attack in pieces. What it says less exactly than pumps do is how often each stands, so that each can be given
// another share.
type Layout []Piece

// LayoutOf returns the pieces of an attack whose texts consist of the characters that chars returns.
func LayoutOf(a Attack, chars func(string) []rune) (l Layout) {
	once := func(text string) {
		if text != "" {
			l = append(l, Piece{Word: chars(text)})
		}
	}
	for _, p := range a.Pumps {
		once(p.Prefix)
		l = append(l, Piece{chars(p.Pump), 1})
	}
	once(a.Suffix)
	for i, p := range l {
		if p.Share > 0 {
			l[i].Word = Root(p.Word)
			l[i].Share = float64(len(p.Word) / len(l[i].Word))
		}
	}
	return l
}

// weight is how long the pieces are that are repeated, with a share of 1, and how long the others.
func (l Layout) weight() (repeated float64, fixed int) {
	for _, p := range l {
		if repeated += p.Share * float64(len(p.Word)); p.Share == 0 {
			fixed += len(p.Word)
		}
	}
	return repeated, fixed
}

// Fixed is how many characters stand once.
func (l Layout) Fixed() int {
	_, fixed := l.weight()
	return fixed
}

// Size is how many characters all words have.
func (l Layout) Size() (size int) {
	for _, p := range l {
		size += len(p.Word)
	}
	return size
}

// AppendKey appends a text that is the same for equal layouts alone.
func (l Layout) AppendKey(key []byte) []byte {
	for _, p := range l {
		key = binary.AppendUvarint(key, math.Float64bits(p.Share))
		key = binary.AppendUvarint(key, uint64(len(p.Word)))
		for _, r := range p.Word {
			key = binary.AppendUvarint(key, uint64(r))
		}
	}
	return key
}

// Fits reports whether more than half of an input of so many characters is repeated.
func (l Layout) Fits(length int) bool {
	repeated, fixed := l.weight()
	return repeated > 0 && fixed <= length/2
}

// Times returns how often each piece stands in an input of about so many characters.
func (l Layout) Times(length int) []int {
	repeated, fixed := l.weight()
	times := make([]int, len(l))
	for i, p := range l {
		if times[i] = 1; p.Share > 0 {
			times[i] = max(int(float64(length-fixed)*p.Share/repeated+0.5), 1)
		}
	}
	return times
}

// Attack returns the attack that an input of about so many characters is one of, if each pump stands in it unit times.
// Pieces that stand less often are not repeated.
func (l Layout) Attack(length, unit int) (a Attack) {
	once := ""
	for i, n := range l.Times(length) {
		word := wtf8.Encode(l[i].Word)
		if l[i].Share == 0 || 2*n < unit {
			once += strings.Repeat(word, n)
			continue
		}
		pump := strings.Repeat(word, max((n+unit/2)/unit, 1))
		if i > 0 && once == "" && len(a.Pumps) > 0 && slices.Equal(l[i].Word, l[i-1].Word) {
			a.Pumps[len(a.Pumps)-1].Pump += pump // the same word, repeated more often
			continue
		}
		a.Pumps = append(a.Pumps, Pump{Prefix: once, Pump: pump})
		once = ""
	}
	a.Suffix = once
	return a
}

// Units returns how often pumps may stand in an attack of about so many characters: as often as one of the pieces does.
func (l Layout) Units(length int) (units []int) {
	for i, n := range l.Times(length) {
		if l[i].Share > 0 && n > mostOnce && !slices.Contains(units, n) {
			units = append(units, n)
		}
	}
	slices.Sort(units)
	return units[:min(len(units), mostUnits)]
}

// Changes returns layouts that differ from l in one place, or in two where the one makes the other possible. The letters may
// be pumped beside its pieces.
func (l Layout) Changes(letters []rune) (all []Layout) {
	change := func(i int, p ...Piece) {
		b := append(slices.Clone(l[:i]), p...)
		all = append(all, append(b, l[i+1:]...))
	}
	repeated, _ := l.weight()
	several := 0
	for _, p := range l {
		if p.Share > 0 {
			several++
		}
	}
	for i, p := range l {
		if p.Share == 0 {
			change(i)
			if last := len(p.Word) - 1; last > 0 {
				change(i, Piece{Word: p.Word[:last]})
				change(i, Piece{Word: p.Word[1:]})
				change(i, Piece{Word: p.Word[:last]}, p)
				change(i, p, p)
			}
			continue
		}
		if several > 1 {
			change(i, Piece{Word: p.Word})
			if i+1 < len(l) && l[i+1].Share == 0 {
				b := slices.Delete(slices.Clone(l), i+1, i+2)
				b[i].Share = 0
				all = append(all, b)
			}
			change(i, Piece{p.Word, p.Share * 2})
			change(i, Piece{p.Word, p.Share / 2})
		}
		if last := len(p.Word) - 1; last > 0 {
			for _, shorter := range [...][]rune{p.Word[:last], p.Word[1:]} {
				change(i, Piece{shorter, p.Share})
				change(i, Piece{shorter, p.Share}, Piece{Word: p.Word})
				change(i, Piece{Word: p.Word}, Piece{shorter, p.Share})
			}
		}
	}
	for _, letter := range letters {
		pumped := Piece{[]rune{letter}, repeated / float64(several)}
		for i, p := range l {
			if p.Share == 0 {
				continue
			}
			change(i, p, pumped)
			change(i, p, Piece{pumped.Word, pumped.Share / 3}) // where what it leads to costs little more than p
			change(i, Piece{Word: p.Word}, pumped)
			change(i, p, Piece{Word: pumped.Word})
			change(i, Piece{Word: pumped.Word}, p)
			if several > 1 {
				change(i, pumped)
			}
		}
	}
	return all
}

// Varied returns a layout that differs from l in one or two places at random, by one of the words where it is a word that
// differs.
func (l Layout) Varied(words [][]rune, random *rand.Rand) Layout {
	l = slices.Clone(l)
	other := func() []rune { return words[random.IntN(len(words))] }
	for range 1 + random.IntN(2) {
		kind, i := random.IntN(7), random.IntN(len(l)+1)
		if kind < 2 && len(l) < mostPieces {
			repeated, _ := l.weight()
			word := other()
			share := repeated / float64(len(word)) // as much of the input as all others
			share *= [...]float64{0, 0, 1, 0.5, 0.25}[random.IntN(5)]
			l = slices.Insert(l, i, Piece{word, share})
			continue
		}
		if i == len(l) {
			continue
		}
		p := &l[i]
		switch kind {
		case 2:
			if len(l) > 1 {
				l = slices.Delete(l, i, i+1)
			}
		case 3:
			p.Share *= [...]float64{0, 2, 0.5, 1.3, 0.77}[random.IntN(5)]
		case 4:
			if word := other(); len(word)+len(p.Word) <= mostWord {
				p.Word = slices.Insert(slices.Clone(p.Word), random.IntN(len(p.Word)+1), word...)
			}
		case 5:
			if at := random.IntN(len(p.Word)); len(p.Word) > 1 {
				p.Word = slices.Delete(slices.Clone(p.Word), at, at+1)
			}
		case 6:
			p.Word = other()
		}
	}
	return l
}

// Plainer returns layouts with less in them: a piece fewer, or half of what stands once.
func (l Layout) Plainer() (all []Layout) {
	for i, p := range l {
		if len(l) > 1 {
			all = append(all, slices.Delete(slices.Clone(l), i, i+1))
		}
		if half := len(p.Word) / 2; p.Share == 0 && half > 0 {
			for _, word := range [...][]rune{p.Word[:half], p.Word[half:], p.Word[:len(p.Word)-1], p.Word[1:]} {
				b := slices.Clone(l)
				b[i].Word = word
				all = append(all, b)
			}
		}
	}
	return all
}

// Root returns the shortest word of which a word is a number of repetitions.
func Root(word []rune) []rune {
	for n := 1; n <= len(word)/2; n++ {
		if len(word)%n == 0 && slices.Equal(word[n:], word[:len(word)-n]) {
			return word[:n]
		}
	}
	return word
}
