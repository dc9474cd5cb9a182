package redos

import (
	"cmp"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/sample"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
	"snag/probe/snagtest"
)

func TestWorstAttack(t *testing.T) {
	tests := []struct {
		pattern string
		class   Class
		length  int // of the shortest attack, at most
		safe    int // at least
	}{
		{`^(\+?\d{1,3}[ -]?)?(\(?\d{1,4}\)?[ -]?)+\d{1,4}$`, Exponential, 26, 15},
		{`^(?:\+?\d{1,3}[ -]?)?(?:\(?\d{1,4}\)?[ -]?){1,5}\d{1,4}$`, Linear, 0, 0},
		{`^(?:a+)+$`, Exponential, 20, 15},
		{`^"\s\+*.*\+\s*"$`, Polynomial, 580, 120},
		{`\s+$`, Polynomial, 820, 800},
		{`%.+$`, Polynomial, 820, 800},
		{`^(?:\d{1,20}[ -]?){1,20}x$`, Exponential, 24, 12},
		{`^(?:a|b|ab){30}c`, Exponential, 40, 20},
		{`^([a-z]{16})-\1-(?:a+)+$`, Exponential, 60, 10},
		{`(?:a|b|ab)+c`, Exponential, 45, 20},
		{`'(?:\\.|[^\\'\r\n])*'`, Polynomial, 1070, 880},                                            // what begins anew, then what costs most
		{`\/\*.*?\*\/`, Polynomial, 1350, 1200},                                                     // an input of /* alone matches
		{`linux.+(mint)[\/\(\) ]?([\w\.]*)`, Polynomial, 1830, 1500},                                // begins anew, then costs more than that would
		{`href\s*=\s*["']?\s*javascript\s*:`, Polynomial, 820, 600},                                 // several runs that are not of the crowd
		{`\w+(?=\s*\(|\s*$)`, Polynomial, 450, 440},                                                 // what the lookahead sees is known
		{`^\d*\.?\d*(?:e[+-]?\d*(?:\d\.?|\.?\d)\d*)?$`, Polynomial, 134, 100},                       // one pump takes more of the input
		{`\b\S+@[\w.]+[a-z]{2}`, Polynomial, 600, 490},                                              // many begin, then each costs more
		{`'''(?:[^\\]|\\[\s\S])*?'''|'(?:\\.|[^\\'\r\n])*'`, Polynomial, 1070, 1040},                // what matches ends the search
		{`(["'])(?:\\.|(?!\1)[^\\])*\1`, Polynomial, 810, 720},                                      // which quote it was is known
		{`("|')(?:\\[^]|(?!\1)[^\\])*\1`, Polynomial, 810, 720},                                     // which of two alternatives as well
		{`\[(-*)\[[^]*?\]\1\]`, Polynomial, 820, 680},                                               // what a group repeats is all that a reference reads
		{`<(b|em|span)\b[^>]*>[^]*?<\/\1>`, Polynomial, 1300, 900},                                  // and the letters of its alternatives
		{`\{(?:[^{}]|<<body>>)*\}`, Exponential, 125, 95},                                           // as many texts are kept as the work suffices for
		{`%(?:<<(?:[^<>]|<[^>]*>)+>>|(?!<<)[^%])*%`, Polynomial, 1600, 700},                         // what lookaheads see is told, nothing else
		{`@!?(?:[a-z]\w*(?:\([^)]*\))?(?:\.[a-z](?:\([^)]*\))?)*|<[^>]+>)`, Polynomial, 1200, 1100}, // behind [a-z] a match is sure
		{`x(?:a+b|[^])*`, Polynomial, 820, 800},                                                     // and costs much all the same
		{`<!DOCTYPE\s+[^>]+HTML\s+4.0[^.]+>`, Polynomial, 740, 210},                                 // two loops, and spaces between
		{`CFNetwork/.* Darwin/\d.*\(((?:Mac|iMac)[^\d]*)(\d+)(?:,|%2C)(\d+)`, Polynomial, 330, 240}, // how many are in each loop is told
		{`<[a-z]+[^>]+data-x="?({[^>]+})"?`, Polynomial, 380, 260},                                  // and a pump loses what it need not have
		{`^(.+),\s*(.+),\s*(.+)$`, Polynomial, 130, 100},                                            // what follows each comma is left out
		{`CFNetwork/.* Darwin/17\.\d+.*\(x86_64\)`, Polynomial, 400, 270},                           // one of two words stands seldom, before digits
		{`; *(POMP)[ _\-](.+?) *(?:Build|[;/\)])`, Polynomial, 480, 420},                            // a beginning stands twice
		{`.*~~.*~~.*`, Polynomial, 560, 500},                                                        // before and behind what stands once
		{`(?=.*\bWorkshop\b)(?=.*\bTraining\b)`, Polynomial, 560, 450},                              // a word to pump is in no other attack
		{`@([^ .]+\.)+[^ .]+$`, Polynomial, 680, 570},                                               // several changes at once
		{`KEY (["'])(.*)\1 ON \1(.*)\1 TO \1(.*)\1 BY \1(.*)\1`, Polynomial, 400, 30},               // and where that takes too long, left open
	}
	for _, tt := range tests {
		v, err := Analyze(t.Context(), Pattern{Text: tt.pattern}, DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		c := v.Cost
		if v.Class != tt.class || v.Class != Linear && (c.LengthForBudget > tt.length || c.SafeLength < tt.safe || c.SafeLength > c.LengthForBudget || c.Extrapolated) {
			t.Errorf("Analyze(/%s/) = %v, attack %+v of %d characters (computed: %t), safe below %d; want %v, at most %d, at least %d",
				tt.pattern, v.Class, v.Attack, c.LengthForBudget, c.Extrapolated, c.SafeLength, tt.class, tt.length, tt.safe)
		}
	}
}

// TestLongNeeds judges a pattern whose matches need texts that are as long as an attack, which an engine looks for first.
func TestLongNeeds(t *testing.T) {
	pattern := `(?i)(<)(syntaxhighlight)((?:\s+[^>]+)?\s+lang=(?:"objective-c"|'objective-c'|"objectivec"|'objectivec'|"obj-c"|'obj-c'|"objc"|'objc')(?:\s+[^>]+)?)\s*(>)`
	v, err := Analyze(t.Context(), Pattern{Text: pattern, Dialect: syntax.Ruby}, DefaultLimits)
	if err != nil || v.Class != Polynomial || v.Attack == nil || len(v.Attack.Pumps) == 0 {
		t.Errorf("Analyze(/%s/) = %v, attack %+v, error %v; want polynomial growth and an attack", pattern, v.Class, v.Attack, err)
	}
}

// TestWindowsOfCounters decides patterns that count to a hundred several times.
func TestWindowsOfCounters(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pattern string
		class   Class
	}{
		{`<a\b[^>]{0,90}\shref=.?https?://[^>]{6,70}(?:\?[^>]{8}|[^a-z][0-9a-f]{8})`, Linear},
		{`\b(?:send|mail)\b[^.]{0,60}\b(?:to|by)\b[^.]{0,60}#\b`, Linear},
		{`<[a-z]{1,12}\s[^>]{1,70}/(?:src|data)\s*=`, Linear},
		{long(`Kit/.{0,90} Web/17\.\d+.{0,90}\(arm\)`), Linear},
		{long(`Firefox.{1,180}Windows.{1,180}(GTK)/(\d+)\.(\d+)\.(\d+)`), Linear}, // digits stand behind one window at a time
		{long(`Fi.{1,300}Wi.{1,300}(GTK)/(\d+)\.(\d+)\.(\d+)`), Polynomial},       // more attempts begin, and each goes on more often
		{long(`(?:Mac|Mac mini);.{0,30}CPU.{0,30}OS[ +](\d+)_(\d+)(?:_(\d+)|).{0,30} News/\d+`), Linear},
		{long(`<span\s[^>]{0,80}size\s*=\s*["']?-(?:[2-9]|[1-9]\d+)["']?[^>]{0,80}>`), Linear},
		{`OS X\s.{1,50}\s(\d+).(\d+).(\d+)`, Linear}, // what a match is sure of is known at the end of the pattern
		{`^.{0,200}?((?:[A-Z][a-z -]{0,50}|)[^C][^Uu][Bb]ot)\b(?:(?:[ /]| v)(\d+)(?:\.(\d+)|)(?:\.(\d+)|)|)`, Linear},
		{long(`^.{0,200}?((?:[A-Z][a-z -]{0,50}|)[^C][^Uu][Bb]ot)\b(?:(?:[ /]| v)(\d+)(?:\.(\d+)|)(?:\.(\d+)|)|)(\d+)$`), Polynomial},
		{long(`(iPod|iPad).{1,200}Version/(\d+)\.(\d+)(?:\.(\d+)|).{1,200}[ +]Safari`), Polynomial},
		{`^.{1,3}[ab]{0,63}((?:a){0,1000}(?:\1))*`, Linear}, // what succeeds is known, and ends the runs of the others
		{`(?:.{1,3}\d{2,}[^"\\](?:[^"\\]{1,3}(?:[^"\\])??)??){1,20}`, Linear},
		{`^(?:.{1,3}\d{2,}[^"\\](?:[^"\\]{1,3}(?:[^"\\])??)??){1,20}$`, Exponential},
	} {
		if tt.pattern == "" {
			continue
		}
		v, err := Analyze(t.Context(), Pattern{Text: tt.pattern}, DefaultLimits)
		if err != nil || v.Class != tt.class {
			t.Errorf("Analyze(/%s/) = %v (%s), %v; want %v", tt.pattern, v.Class, v.Reason, err, tt.class)
		}
	}
}

// TestChangedAttacksShowTheirDegree decides patterns on which parts that stand once make an attack expensive: one that has
// many of them exceeds the budget sooner, and grows less than it claims.
func TestChangedAttacksShowTheirDegree(t *testing.T) {
	for _, pattern := range []string{
		`#\s*\s*\s*([^ \t]+)(.*)$`,
		`\bSmartWatch {0,2}\( {0,2}([^;]+) {0,2}; {0,2}([^;]+) {0,2};`,
		long(`\([^)]{0,200}(?:\|[^|)]{0,50}){9,}\)`),
	} {
		if pattern == "" {
			continue
		}
		v, err := Analyze(t.Context(), Pattern{Text: pattern}, DefaultLimits)
		if err != nil || v.Class != Polynomial {
			t.Errorf("Analyze(/%s/) = %v, %v; want %v", pattern, v.Class, err, Polynomial)
			continue
		}
		p := newProver(v.Tree, v.Tree.Applied(syntax.Search), DefaultLimits.Steps)
		p.price()
		if got, want := p.replay(*v.Attack).rise(v.Cost.PumpsForBudget), 0.75*float64(v.Degree); got < want {
			t.Errorf("/%s/: %q rises with the exponent %.2f at the budget, want %.2f for the degree %d", pattern, *v.Attack, got, want, v.Degree)
		}
	}
}

// TestNoShorterInputIsSlow searches, for the vulnerable patterns of the corpora, inputs shorter than the
// length that is promised, and fails if one takes more than the budget. SNAG_SHORTER is how many for each
// pattern.
func TestNoShorterInputIsSlow(t *testing.T) {
	dir := os.Getenv("SNAG_CORPORA")
	if dir == "" {
		t.Skip("SNAG_CORPORA is not set: no real patterns to decide")
	}
	inputs := 3
	if n, err := strconv.Atoi(os.Getenv("SNAG_SHORTER")); err == nil {
		inputs = n
	}
	for _, tt := range []struct {
		corpus  string
		dialect syntax.Dialect
	}{
		{"real-javascript", syntax.JavaScript}, {"real-python", syntax.Python}, {"real-java", syntax.Java}, {"real-php", syntax.PCRE},
		{"real-ruby", syntax.Ruby}, {"real-perl", syntax.Perl}, {"cve", syntax.JavaScript},
	} {
		t.Run(tt.corpus, func(t *testing.T) {
			t.Parallel()
			s := shortSearch{T: t, inputs: inputs, rng: rand.New(rand.NewPCG(5, 6))}
			s.corpus(filepath.Join(dir, tt.corpus+".jsonl"), tt.dialect)
			t.Logf("%d vulnerable, %d with a promise, %d of them within a factor of 1.3, %d sizes computed", s.vulnerable, s.promised, s.near, s.computed)
		})
	}
}

type shortSearch struct {
	*testing.T
	inputs                               int
	rng                                  *rand.Rand
	vulnerable, promised, near, computed int
}

func (s *shortSearch) corpus(name string, d syntax.Dialect) {
	for _, row := range snagtest.Rows[corpusRow](s, name) {
		if row.Dialect == "python" {
			d = syntax.Python
		} else if row.Dialect == "javascript" {
			d = syntax.JavaScript
		}
		p := row.pattern(d)
		if v, err := Analyze(s.Context(), p, DefaultLimits); err == nil && v.Attack != nil {
			s.check(p, v)
		}
	}
}

func (s *shortSearch) check(p Pattern, v Verdict) {
	c := v.Cost
	s.vulnerable++
	if c.Extrapolated {
		s.computed++
	}
	if c.SafeLength > c.LengthForBudget {
		s.Errorf("/%s/%s: promises %d characters, but its attack has %d", p.Text, p.Flags, c.SafeLength, c.LengthForBudget)
	}
	if c.SafeLength == 0 {
		s.Logf("/%s/%s: no promise", p.Text, p.Flags)
		return
	}
	s.promised++
	if ratio := float64(c.LengthForBudget) / float64(c.SafeLength); ratio <= 1.3 {
		s.near++
	} else {
		s.Logf("%.2f /%s/%s attack %d %q bound %d", ratio, p.Text, p.Flags, c.LengthForBudget, *v.Attack, c.SafeLength)
	}
	program, err := backtrack.Compile(v.Tree)
	if err != nil {
		s.Fatal(err)
	}
	mode := v.Tree.Applied(p.Mode)
	costs, err := program.Costs(v.Tree.MaxChar(), mode, costStates)
	if err != nil {
		s.Fatal(err)
	}
	var letters []rune
	for class := range costs.Alphabet.Len {
		letters = append(letters, costs.Alphabet.Example(class))
	}
	b := bruteForce{rng: s.rng, length: min(c.SafeLength-1, 3000), words: wordsOf(v, letters)}
	b.cost = func(text []rune) int64 {
		res := program.Match(text, backtrack.Options{Mode: mode, MaxSteps: c.BudgetSteps})
		if res.Outcome == backtrack.StepLimit {
			s.Errorf("/%s/%s in mode %v: no input shorter than %d characters is said to take more than %d steps, but %q does", p.Text, p.Flags, mode, c.SafeLength, c.BudgetSteps, wtf8.Encode(text))
			b.left = 0
		}
		return res.Steps
	}
	b.search(attack.LayoutOf(*v.Attack, v.Tree.Chars), letters, s.inputs)
}

// wordsOf returns what inputs are made of: letters, pieces of the attack, and texts that parts of the pattern match.
func wordsOf(v Verdict, letters []rune) (words [][]rune) {
	add := func(word []rune) {
		if len(word) > 0 && len(word) <= 40 {
			words = append(words, slices.Clone(word))
		}
	}
	for _, letter := range letters {
		add([]rune{letter})
	}
	for _, p := range attack.LayoutOf(*v.Attack, v.Tree.Chars) {
		add(p.Word)
	}
	texts := sample.New(nil)
	syntax.Walk(v.Tree.Root, func(n *syntax.Node) bool {
		add(texts.Text(n))
		for i := range n.Subs {
			var row []rune
			for j := i; n.Op == syntax.OpConcat && j < min(len(n.Subs), i+8); j++ {
				row = append(row, texts.Text(n.Subs[j])...)
				add(row)
			}
		}
		return true
	})
	return words
}

// bruteForce searches inputs of one length for the one that costs most.
type bruteForce struct {
	rng    *rand.Rand
	length int
	words  [][]rune
	cost   func(text []rune) int64
	left   int // inputs to try
	most   int64
	text   []rune // that costs most
}

// try returns what an input costs, cut off at the length.
func (b *bruteForce) try(text []rune) int64 {
	if b.left <= 0 {
		return 0
	}
	b.left--
	text = text[:min(b.length, len(text))]
	cost := b.cost(text)
	if cost > b.most {
		b.most, b.text = cost, text
	}
	return cost
}

// filled returns the input of the length, or a few characters less, that has the pieces of a layout in their shares.
func (b *bruteForce) filled(l attack.Layout) (text []rune) {
	times := l.Times(b.length)
	size := func() (size int) {
		for i, n := range times {
			size += n * len(l[i].Word)
		}
		return size
	}
	for over := size() - b.length; over > 0; over = size() - b.length { // what is repeated most gives way
		longest := 0
		for i, n := range times {
			if n*len(l[i].Word) > times[longest]*len(l[longest].Word) {
				longest = i
			}
		}
		if times[longest] < 2 {
			break
		}
		times[longest] -= min((over+len(l[longest].Word)-1)/len(l[longest].Word), times[longest]-1)
	}
	for i, p := range l {
		if free := b.length - size(); p.Share > 0 && free > 0 {
			times[i] += free / len(p.Word)
		}
		for range times[i] {
			text = append(text, p.Word...)
		}
	}
	return text
}

// search tries so many inputs: each letter and pairs of them repeated, the attack, and what comes of changing the best in a
// piece or in a character. What fails to get better for long begins anew with one of those.
func (b *bruteForce) search(given attack.Layout, letters []rune, inputs int) {
	b.left = inputs
	type start struct {
		layout attack.Layout
		cost   int64
	}
	starts := []start{{given, b.try(b.filled(given))}}
	for _, i := range b.rng.Perm(len(letters))[:min(len(letters), inputs/8+1)] {
		l := attack.Layout{{Word: letters[i : i+1], Share: 1}}
		starts = append(starts, start{l, b.try(b.filled(l))})
	}
	for range inputs / 8 {
		one, other := b.words[b.rng.IntN(len(b.words))], b.words[b.rng.IntN(len(b.words))]
		l := attack.Layout{{Word: slices.Concat(one, other), Share: 1}}
		if b.rng.IntN(2) == 0 {
			l = attack.Layout{{Word: one, Share: 1 / float64(len(one))}, {Word: other, Share: 1 / float64(len(other))}}
		}
		starts = append(starts, start{l, b.try(b.filled(l))})
	}
	slices.SortStableFunc(starts, func(x, y start) int { return cmp.Compare(y.cost, x.cost) })
	for round := 0; b.left > 0; round++ {
		now := starts[round%min(len(starts), 4)]
		for failed := 0; failed < 40 && b.left > 0; failed++ {
			l := now.layout.Varied(b.words, b.rng)
			if len(l) == 0 || l.Fixed() > b.length {
				b.left--
				continue
			}
			if cost := b.try(b.filled(l)); cost > now.cost {
				now, failed = start{l, cost}, 0
			}
		}
		text, cost := b.filled(now.layout), now.cost
		for range min(b.left, inputs/10) {
			if changed := b.changed(text, letters); len(changed) > 0 {
				if c := b.try(changed); c > cost {
					text, cost = changed, c
				}
			}
		}
	}
}

// changed returns a text with one to three characters replaced, left out or added.
func (b *bruteForce) changed(text, letters []rune) []rune {
	text = slices.Clone(text)
	for range 1 + b.rng.IntN(3) {
		if len(text) == 0 {
			break
		}
		at := b.rng.IntN(len(text))
		letter := letters[b.rng.IntN(len(letters))]
		switch b.rng.IntN(3) {
		case 0:
			text[at] = letter
		case 1:
			text = slices.Delete(text, at, at+1)
		case 2:
			text = slices.Insert(text, at, letter)
		}
	}
	return text
}
