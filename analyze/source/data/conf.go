package data

import (
	"bytes"
	"strings"

	"snag/analyze/regex/syntax"
	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// conf reads configuration files line by line: rules of ModSecurity, nginx, Apache, fail2ban and
// SpamAssassin, each known by its directives.
type conf struct {
	*scan.State
	settings map[string][2]int // of fail2ban: where the value of each name stands
	inMap    bool              // of nginx: inside a map
	work     int
}

// confWords are the texts of which a file must contain one to be worth reading.
var confWords = []string{"SecRule", "location", "rewrite", "Rewrite", "server_name", "Match", "SetEnvIf", "failregex", "ignoreregex", "prefregex", " /", "m{", "map "}

// ScanConf extracts from configuration files.
func ScanConf(x *scan.State) {
	x.HashComments = true
	if !x.Marked && !scan.ContainsAny(x.Src, confWords) {
		return
	}
	c := &conf{State: x, work: 4*len(x.Src) + 1<<16}
	if scan.ContainsAny(x.Src, []string{"failregex", "ignoreregex", "prefregex"}) {
		c.fail2ban()
	}
	for i := 0; i < len(x.Src); {
		i = c.line(i)
	}
	x.Place(0)
}

// confEnd returns the end of the line at i, which goes on behind a backslash at its end.
func confEnd(src []byte, i int) int {
	for {
		end := yamlLineEnd(src, i)
		text := bytes.TrimRight(src[i:end], "\r")
		if end >= len(src) || !bytes.HasSuffix(text, []byte("\\")) {
			return end
		}
		i = end + 1
	}
}

// line reads the line at i and returns the offset of the next one.
func (c *conf) line(start int) int {
	src, i := c.Src, start
	for i < len(src) && (src[i] == ' ' || src[i] == '\t' || src[i] == '}') {
		c.inMap = c.inMap && src[i] != '}'
		i++
	}
	if i >= len(src) || src[i] == '\n' || src[i] == '\r' {
		return i + 1
	}
	if src[i] == '#' {
		end := yamlLineEnd(src, i)
		if c.Marked {
			c.Comment(i, end)
		}
		return end + 1
	}
	end := confEnd(src, i)
	word := confWord{src: src, at: i, end: end}
	from, to := word.next()
	switch name := strings.ToLower(string(src[from:min(to, from+40)])); {
	case strings.HasPrefix(name, "secrule"):
		c.secRule(name, &word)
	case strings.HasPrefix(name, "<"), strings.HasPrefix(name, "rewrite"), strings.HasPrefix(name, "setenvif"), strings.HasPrefix(name, "browsermatch"),
		name == "redirectmatch", name == "aliasmatch", name == "scriptaliasmatch", name == "proxypassmatch":
		if name == "rewrite" {
			c.nginx(name, i, end)
		} else {
			c.apache(name, &word)
		}
	case name == "location", name == "if", name == "server_name", name == "map", c.inMap:
		c.nginx(name, i, end)
	case name == "body", name == "rawbody", name == "full", name == "uri", name == "header", name == "mimeheader", name == "uri_detail":
		c.spamAssassin(&word)
	}
	return end + 1
}

// confWord reads the words of a line, of which some are quoted.
type confWord struct {
	src     []byte
	at, end int
}

// next returns where the next word stands, quotes included. It is empty at the end of the line.
func (w *confWord) next() (from, to int) {
	for w.at < w.end && (w.src[w.at] <= ' ' || w.src[w.at] == '\\' && w.at+1 <= w.end && (w.at+1 == w.end || w.src[w.at+1] == '\n' || w.src[w.at+1] == '\r')) {
		w.at++
	}
	from = w.at
	if from >= w.end {
		return from, from
	}
	if quote := w.src[from]; quote == '"' || quote == '\'' {
		for w.at++; w.at < w.end && w.src[w.at] != quote; w.at++ {
			if w.src[w.at] == '\\' {
				w.at++
			}
		}
		w.at = min(w.at+1, w.end)
		return from, w.at
	}
	for w.at < w.end && w.src[w.at] > ' ' {
		if w.src[w.at] == '\\' {
			w.at++
		}
		w.at++
	}
	w.at = min(w.at, w.end)
	return from, w.at
}

// content returns the text of a word without its quotes.
func (w *confWord) content(from, to int) (start, end int) {
	if from < to && (w.src[from] == '"' || w.src[from] == '\'') {
		if end = to; end > from+1 && w.src[end-1] == w.src[from] {
			end--
		}
		return from + 1, end
	}
	return from, to
}

// addConf adds the pattern src[start:end] of the expression between from and to.
func (c *conf) addConf(f confString, dialect syntax.Dialect, flags string, uses literal.Use, start, end, from, to int) *literal.Literal {
	var v literal.Constant
	f.Decode(&v, c.Src, start, end)
	v.Spelled(f, start, end)
	l := literal.Literal{Kind: literal.Constructor, Flags: flags, FlagsKnown: true, Dialect: dialect, Uses: uses,
		Expr: literal.Offsets(from, to)}
	l.Take(&v, c.Src, from, to)
	c.Literals = append(c.Literals, l)
	return &c.Literals[len(c.Literals)-1]
}

// secRule reads a SecRule of ModSecurity. The backslashes of the pattern are taken as they stand, as
// libmodsecurity and Coraza do; under Apache two of them would become one. The regex engine is set to
// let the dot match line ends, and a dollar only the very end.
func (c *conf) secRule(name string, w *confWord) {
	if name != "secrule" {
		return
	}
	w.next()
	from, to := w.next()
	start, end := w.content(from, to)
	text := string(c.Src[start:end])
	rest := strings.TrimPrefix(text, "!")
	uses := literal.Test
	switch operator, pattern, _ := strings.Cut(rest, " "); {
	case operator == "@rx" || operator == "@rxGlobal":
		if operator == "@rxGlobal" {
			uses = literal.Every
		}
		start = end - len(strings.TrimLeft(pattern, " "))
	case strings.HasPrefix(rest, "@") || rest == "":
		return
	default:
		start = end - len(rest)
	}
	quote := byte(0)
	if start > from && c.Src[from] == '"' {
		quote = '"'
	}
	l := c.addConf(confString{quote: quote}, syntax.PCRE, "sD", uses, start, end, from, to)
	if strings.Contains(l.Pattern, "%{") {
		l.At = l.Expr
		l.GiveUp("it holds a variable of the transaction")
	}
}

// apache reads a directive of Apache whose words are still to come.
func (c *conf) apache(name string, w *confWord) {
	flags, skip, raw := "", 0, false
	switch name {
	case "rewriterule":
		raw = true
	case "rewritecond":
		skip, raw = 1, true
	case "setenvif":
		skip = 1
	case "setenvifnocase":
		skip, flags = 1, "i"
	case "browsermatchnocase":
		flags = "i"
	case "browsermatch", "aliasmatch", "scriptaliasmatch", "proxypassmatch", "redirectmatch":
	case "<locationmatch", "<directorymatch", "<filesmatch", "<proxymatch":
		w.end = w.at + max(bytes.LastIndexByte(c.Src[w.at:w.end], '>'), 0)
	case "<location", "<directory", "<files", "<proxy":
		w.end = w.at + max(bytes.LastIndexByte(c.Src[w.at:w.end], '>'), 0)
		if from, to := w.next(); string(c.Src[from:to]) != "~" {
			return
		}
	default:
		return
	}
	for range skip {
		w.next()
	}
	from, to := w.next()
	start, end := w.content(from, to)
	if name == "redirectmatch" && strings.Trim(string(c.Src[start:end]), "0123456789") == "" ||
		name == "redirectmatch" && (string(c.Src[start:end]) == "permanent" || string(c.Src[start:end]) == "temp" || string(c.Src[start:end]) == "seeother" || string(c.Src[start:end]) == "gone") {
		from, to = w.next()
		start, end = w.content(from, to)
	}
	if start >= end {
		return
	}
	if strings.HasPrefix(name, "rewrite") {
		if c.Src[start] == '!' {
			start++
		}
		if name == "rewritecond" && start < end && strings.IndexByte("-=<>", c.Src[start]) >= 0 {
			return // a test of another kind
		}
		if name == "rewriterule" {
			w.next()
		}
		options := strings.ToUpper(string(c.Src[w.at:w.end]))
		if strings.Contains(options, "[") && (strings.Contains(options, "NC") || strings.Contains(options, "NOCASE")) {
			flags = "i"
		}
	}
	f := confString{quote: '"', pairs: !raw}
	if start == from {
		f.quote = 0
	}
	l := c.addConf(f, syntax.PCRE, flags, literal.Test, start, end, from, to)
	if strings.Contains(l.Pattern, "${") || name[0] == '<' && strings.Contains(l.Pattern, "%{") {
		l.At = l.Expr
		l.GiveUp("it holds a variable of the configuration")
	}
}

// nginx reads the directives of nginx that begin on a line: several may stand there.
func (c *conf) nginx(name string, i, end int) {
	src := c.Src
	text := func(from, to int) string { return string(src[from:to]) }
	w := confWord{src: src, at: i, end: end}
	first, firstEnd := w.next()
	if c.inMap {
		switch word := text(first, firstEnd); {
		case strings.Contains(text(i, end), "}") && !strings.HasPrefix(strings.Trim(word, `"'`), "~"):
			c.inMap = false
		case strings.HasPrefix(strings.Trim(word, `"'`), "~"):
			start, stop := w.content(first, firstEnd)
			c.nginxRegex(start+1, stop, first, firstEnd)
		}
		return
	}
	switch name {
	case "map":
		c.inMap = strings.Contains(text(i, end), "{") && !strings.Contains(text(i, end), "}") && strings.Contains(text(i, end), "$")
	case "location":
		from, to := w.next()
		if op := text(from, to); op == "~" || op == "~*" {
			from, to := w.next()
			start, stop := w.content(from, to)
			if start == from { // a brace opens the block unless the word is quoted
				stop = start + len(bytes.TrimRight(src[start:stop], "{"))
			}
			c.nginxAdd(op == "~*", start, stop, from, to)
		}
	case "rewrite":
		from, to := w.next()
		start, stop := w.content(from, to)
		if strings.HasSuffix(strings.TrimRight(text(i, end), " \t\r"), ";") && start < stop {
			c.nginxAdd(false, start, stop, from, to)
		}
	case "if":
		for {
			from, to := w.next()
			if from >= to {
				return
			}
			op := text(from, to)
			if op != "~" && op != "~*" && op != "!~" && op != "!~*" {
				continue
			}
			from, to = w.next()
			start, stop := w.content(from, to)
			if start == from {
				stop = start + len(bytes.TrimRight(src[start:stop], "{"))
				if bytes.HasSuffix(src[start:stop], []byte(")")) {
					stop--
				}
			}
			c.nginxAdd(strings.HasSuffix(op, "*"), start, stop, from, to)
			return
		}
	case "server_name":
		for {
			from, to := w.next()
			start, stop := w.content(from, to)
			if from >= to {
				return
			}
			if start == from {
				stop = start + len(bytes.TrimRight(src[start:stop], ";"))
			}
			if start < stop && src[start] == '~' {
				c.nginxAdd(true, start+1, stop, from, to)
			}
		}
	}
}

// nginxRegex adds a pattern of a map, in front of which a star may stand.
func (c *conf) nginxRegex(start, end, from, to int) {
	fold := start < end && c.Src[start] == '*'
	if fold {
		start++
	}
	c.nginxAdd(fold, start, end, from, to)
}

func (c *conf) nginxAdd(fold bool, start, end, from, to int) {
	if start >= end {
		return
	}
	flags := ""
	if fold {
		flags = "i"
	}
	f := confString{quote: '"'}
	if from == start || c.Src[from] != '"' {
		f.quote = 0
	}
	c.addConf(f, syntax.PCRE, flags, literal.Test, start, end, from, to)
}

// spamAssassin reads a rule of SpamAssassin behind its first word.
func (c *conf) spamAssassin(w *confWord) {
	from := w.at
	w.next() // the rule's name
	for w.at < w.end && c.Src[w.at] <= ' ' {
		w.at++
	}
	i := w.at
	if n := bytes.Index(c.Src[i:w.end], []byte("~ ")); n >= 0 && n < 60 && bytes.IndexByte(c.Src[i:i+n], '/') < 0 {
		i += n + 2 // header NAME Field =~ /x/
	}
	for i < w.end && c.Src[i] <= ' ' {
		i++
	}
	closing := byte('/')
	if i+1 < w.end && c.Src[i] == 'm' {
		i++
		closing = c.Src[i]
		if n := strings.IndexByte("({[<", closing); n >= 0 {
			closing = ")}]>"[n]
		}
		if closing <= ' ' || scan.ByteClass[closing]&scan.ByteName != 0 {
			return
		}
	} else if i >= w.end || c.Src[i] != '/' {
		return
	}
	start := i + 1
	open, depth := c.Src[i], 0
	for i = start; i < w.end; i++ {
		switch {
		case c.Src[i] == '\\':
			i++
			continue
		case c.Src[i] == closing && depth == 0:
			stop := i
			for i++; i < w.end && c.Src[i] >= 'a' && c.Src[i] <= 'z'; i++ {
			}
			c.addConf(confString{}, syntax.Perl, strings.Trim(string(c.Src[stop+1:i]), "go"), literal.Test, start, stop, from, i)
			return
		case c.Src[i] == closing:
			depth--
		case c.Src[i] == open && open != closing:
			depth++
		}
	}
}
