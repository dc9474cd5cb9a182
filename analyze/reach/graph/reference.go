package graph

import (
	"slices"
	"strings"

	"snag/analyze/sorting"
	"snag/analyze/source/tree"
)

// isShared reports whether an expression is a variable of PHP, or a part of one, that another shares: &$x. In C# and Go it
// is one that a call is handed to set: ref x, out x, &x.
func isShared(n *tree.Node) bool { return n != nil && n.Op == tree.Cast && n.Text == "&" }

// isPointer reports whether an expression is a pointer of Go, or a reference of Rust or C#, to a variable, or a part of one,
// which whoever has it may set.
func isPointer(n *tree.Node) bool { return n != nil && n.Op == tree.Cast && n.Text == "*" }

// share marks the variable of &$x: what it holds is followed without order, as others assign it.
func (s *scopes) share(c *scope, n *tree.Node) {
	if of := n.Kid(0); isPointer(n) && of != nil && of.Op == tree.Name {
		if v := c.find(of.Text); v != nil {
			v.open, v.foreign = true, true
		}
	}
	if k := n.Kid(0); isShared(n) && k != nil && k.Op == tree.Name {
		if v := c.find(k.Text); s.uses[k] == nil && v != nil {
			s.use(c, k, v)
		}
		if s.uses[k] == nil && s.language == tree.PHP && isVariable(k.Text) {
			s.use(c, k, c.function().declare(k.Text))
		}
		switch {
		case s.uses[k] == nil:
		case s.language == tree.CSharp || s.language >= tree.Go: // for as long as the call runs
			s.wrote(c, k, nil)
		default:
			s.uses[k].foreign = true
		}
	}
}

// handed declares the variables of PHP that a call is handed, which it may be the first to set.
func (s *scopes) handed(c *scope, n *tree.Node) {
	if s.language != tree.PHP || n.Op != tree.Call && n.Op != tree.New {
		return
	}
	for i, k := range n.Kids[min(1, len(n.Kids)):] {
		if !keepsArgument(n, i) && k != nil && k.Op == tree.Name && isVariable(k.Text) && c.find(k.Text) == nil {
			c.function().declare(k.Text)
		}
	}
}

// isVariable reports whether a name is one of a variable of PHP that has no fixed meaning.
func isVariable(name string) bool {
	return strings.HasPrefix(name, "$") && !strings.HasPrefix(name, "$_") && name != "$GLOBALS" && name != "$this"
}

// keeping are PHP's own functions that leave what they are handed as it is, or are known to the rules where they do not.
var keeping = slices.Sorted(strings.FieldsSeq(`
	array_change_key_case array_chunk array_column array_combine array_count_values array_diff
	array_diff_assoc array_diff_key array_fill array_fill_keys array_filter array_flip array_intersect
	array_intersect_key array_is_list array_key_exists array_key_first array_key_last array_keys
	array_map array_merge array_merge_recursive array_multisort array_pad array_pop array_product
	array_push array_rand array_reduce array_replace array_reverse array_search array_shift array_slice
	array_splice array_sum array_unique array_unshift array_values array_walk count ctype_alnum
	ctype_alpha ctype_digit ctype_lower ctype_punct ctype_space ctype_upper ctype_xdigit date define
	defined die echo empty exit explode file file_exists file_get_contents file_put_contents
	function_exists header html_entity_decode htmlentities htmlspecialchars htmlspecialchars_decode
	http_build_query implode in_array include include_once intval is_a is_array is_bool is_callable
	is_dir is_file is_float is_int is_null is_numeric is_object is_readable is_resource is_scalar
	is_string is_subclass_of isset json_decode json_encode key key_exists lcfirst ltrim max
	mb_convert_case mb_convert_encoding mb_detect_encoding mb_internal_encoding mb_str_split mb_stripos
	mb_strlen mb_strpos mb_strrpos mb_strtolower mb_strtoupper mb_substr mb_substr_count md5 min
	ob_end_clean ob_get_clean ob_start preg_grep preg_last_error preg_match preg_match_all preg_quote
	preg_replace preg_replace_callback preg_split print print_r printf require require_once rtrim
	sprintf str_contains str_ends_with str_ireplace str_pad str_repeat str_replace str_split
	str_starts_with str_word_count strcasecmp strcmp strcspn strip_tags stripcslashes stripos
	stripslashes stristr strlen strnatcasecmp strncasecmp strncmp strpbrk strpos strrchr strrev strripos
	strrpos strspn strstr strtok strtolower strtotime strtoupper strtr strval substr substr_compare
	substr_count substr_replace trim ucfirst ucwords unset urldecode urlencode var_dump var_export
`))

// filling has, under the number of an argument counted from 0, those that set it and leave the others as they are.
var filling = [...]string{2: "preg_match preg_match_all", 3: "str_replace str_ireplace", 4: "preg_replace preg_replace_callback"}

// keepsArgument reports whether a call is known not to assign to the variable that it is handed as argument i, counted from 0.
func keepsArgument(n *tree.Node, i int) bool {
	callee := n.Kid(0)
	if callee == nil || callee.Op != tree.Name {
		return callee == nil
	}
	name := strings.TrimPrefix(strings.ToLower(callee.Text), `\`)
	_, known := slices.BinarySearch(keeping, name)
	return known && !(i >= 0 && i < len(filling) && slices.Contains(strings.Fields(filling[i]), name))
}

// including run another file of PHP, or code that is made at run time, which may set each variable of the function that they stand in.
var including = []string{"include", "include_once", "require", "require_once", "eval"}

// setting are PHP's own functions that set variables which they are handed to what they read.
var setting = []string{"settype", "sscanf", "fscanf", "exec", "socket_recv", "socket_recvfrom", "parse_str", "mb_parse_str", "mb_convert_variables", "openssl_private_decrypt", "openssl_public_decrypt", "openssl_open"}

// handedTo notes, of a call in PHP, what the variables that it is handed may hold behind it.
func (b *builder) handedTo(n *tree.Node, index int32) {
	args := n.Kids[min(1, len(n.Kids)):]
	if b.f.Language == tree.CSharp || b.f.Language >= tree.Go {
		b.setBy(args, index)
	}
	if b.f.Language == tree.Ruby {
		b.changedBy(n, index)
	}
	if b.f.Language != tree.PHP || b.flat {
		return
	}
	if callee := n.Kid(0); callee != nil && callee.Op == tree.Name && slices.Contains(including, strings.ToLower(callee.Text)) {
		for _, v := range b.inFunction() {
			b.mayBe(v, b.value(n))
			v.writes++ // it is no constant from here on
		}
	}
	for i, k := range args {
		if k != nil && k.Op == tree.Function && len(k.Func.Params) > 0 && k.Func.Params[0].Reference { // array_walk($list, function (&$one) {})
			fn := &b.f.Funcs[b.f.Nodes[b.f.Calls[index].Args[i].Node].Index]
			b.store(fn.Shared[0], b.f.Calls[index].Args[0].Node, "*")
		}
	}
	sets := n.Kid(0).Op == tree.Name && slices.Contains(setting, strings.ToLower(n.Kid(0).Text))
	for i, k := range args {
		if k != nil && k.Op == tree.Keyword {
			k = k.Kid(0)
		}
		if keepsArgument(n, i) || k == nil || k.Op != tree.Name && k.Op != tree.Member && k.Op != tree.Index {
			continue
		}
		number := false
		if k.Op == tree.Name {
			v := b.s.uses[k]
			if v == nil {
				continue
			}
			if number = v.constant != nil && v.constant.Op == tree.Number; number {
				v.writes++ // it is no constant from here on
			}
		}
		after := b.value(k)
		b.f.Calls[index].Args[i].After = after
		b.copy(b.f.Calls[index].Args[i].Node, after, Free)
		b.afters[after] = true
		if sets || number && keepsArgument(n, -1) {
			b.copy(b.value(k), after, Free)
		}
		b.storeShared(after, k)
	}
}

// setBy notes what the variables of C# may hold behind a call that is handed them to set.
func (b *builder) setBy(args []*tree.Node, index int32) {
	for i, k := range args {
		if k != nil && k.Op == tree.Sequence && len(k.Kids) > 0 {
			k = k.Kids[len(k.Kids)-1]
		}
		if !isShared(k) || k.Kid(0) == nil {
			continue
		}
		after := b.value(k)
		b.f.Calls[index].Args[i].After = after
		b.copy(b.f.Calls[index].Args[i].Node, after, Free)
		b.copy(b.value(k), after, Free) // what a function sets that is not known
		b.bind(k.Kids[0], after)
	}
}

// mayBe gives a variable a value that it may have from here on, beside those that it has.
func (b *builder) mayBe(v *variable, id ID) {
	v.values = append(v.values, Copy{From: id, Cap: Free})
	if b.flat || !b.ordered(v) {
		return
	}
	is := b.env.of(v)
	if len(is.defs) > 0 {
		b.env.set(v, known{append(slices.Clone(is.defs), def{id, Free}), is.caps})
	}
}

// bindShared lets a target and what it shares its value with have the values of each other.
func (b *builder) bindShared(target, value *tree.Node) ID {
	from, id := value.Kid(0), b.expression(value.Kid(0))
	if target.Op == tree.Name && b.s.uses[target] != nil {
		b.storeShared(b.variable(b.s.uses[target]), from)
	}
	return id
}

// storeShared assigns a value to a variable or a member.
func (b *builder) storeShared(id ID, to *tree.Node) {
	switch {
	case to == nil:
	case to.Op == tree.Name && b.s.uses[to] != nil:
		b.mayBe(b.s.uses[to], id)
	case to.Op == tree.Member:
		b.store(id, b.expression(to.Kid(0)), to.Text)
	case to.Op == tree.Index:
		b.store(id, b.expression(to.Kid(0)), fieldOf(to.Kid(1)))
	}
}

// sharedPart lets what a target assigns get into the member of the value that it is taken from.
func (b *builder) sharedPart(k *tree.Node, of ID, field string) {
	if name := k.Kid(0); isShared(k) && name != nil && name.Op == tree.Name && b.s.uses[name] != nil {
		b.store(b.variable(b.s.uses[name]), of, field)
	}
}

// eachShared lets what a loop of PHP assigns to &$x get into the list that it goes over.
func (b *builder) eachShared(target, over *tree.Node, list ID) {
	if target != nil && target.Op == tree.Array && target.Text == "=>" {
		target = target.Kid(1)
	}
	if !isShared(target) {
		return
	}
	b.sharedPart(target, list, "*")
	if over != nil && over.Op == tree.Name && b.s.uses[over] != nil { // of which it may not be known what it is
		made := b.add(Node{Kind: Object, Start: over.Start, End: over.End})
		b.sharedPart(target, made, "*")
		b.mayBe(b.s.uses[over], made)
	}
}

// inFunction returns the variables of the function whose code is read, in the order of their names.
func (b *builder) inFunction() []*variable {
	if b.owned == nil {
		b.owned = map[*tree.Func][]*variable{}
		seen := map[*variable]bool{}
		for _, v := range b.s.uses {
			if !seen[v] && (isVariable(v.name) || b.f.Language == tree.Ruby) {
				seen[v] = true
				b.owned[v.owner] = append(b.owned[v.owner], v)
			}
		}
		for _, all := range b.owned {
			sorting.Stable(all, func(v, w *variable) int { return strings.Compare(v.name, w.name) })
		}
	}
	return b.owned[b.f.Funcs[b.fn].Tree]
}

// extract lets the variables of a function have the members of a value, as extract($value) of PHP does.
func (b *builder) extract(n *tree.Node, from ID) {
	for _, v := range b.inFunction() {
		b.mayBe(v, b.load(n, from, v.name[1:]))
		v.writes++ // it is no constant from here on
	}
	if b.extracted == nil {
		b.extracted = map[int32][]ID{}
	}
	b.extracted[b.fn] = append(b.extracted[b.fn], from)
}

// fromExtracted returns what a variable that nothing else sets may have from calls of extract.
func (b *builder) fromExtracted(n *tree.Node) ID {
	var all []ID
	for _, from := range b.extracted[b.fn] {
		all = append(all, b.load(n, from, n.Text[1:]))
	}
	return b.either(n, all...)
}

// byNames does what PHP's functions do that take variables by their names, and reports whether n calls one.
func (b *builder) byNames(n *tree.Node) (ID, bool) {
	callee := n.Kid(0)
	if b.f.Language != tree.PHP || n.Op != tree.Call || callee == nil || callee.Op != tree.Name || len(n.Kids) < 2 {
		return 0, false
	}
	switch strings.ToLower(callee.Text) {
	case "extract", `\extract`:
		b.extract(n, b.expression(n.Kid(1)))
		return 0, true
	case "compact", `\compact`:
		id := b.add(Node{Kind: Object, Start: n.Start, End: n.End})
		for _, k := range n.Kids[1:] {
			if k == nil || k.Op != tree.String {
				b.store(b.value(n), id, "*")
				continue
			}
			for _, v := range b.inFunction() {
				if v.name[1:] == k.Text {
					b.store(b.read(n, v), id, k.Text)
				}
			}
		}
		return id, true
	}
	return 0, false
}

// methodValue returns the method that a call of Ruby's own method(:name) makes a value of, and reports whether n is one.
func (b *builder) methodValue(n *tree.Node) (ID, bool) {
	callee, name := n.Kid(0), n.Kid(1)
	if b.f.Language != tree.Ruby || callee == nil || callee.Text != "method" || len(n.Kids) != 2 || name == nil || name.Op != tree.String || b.isMember("method") {
		return 0, false
	}
	switch callee.Op {
	case tree.Name:
		return b.named(&tree.Node{Op: tree.Name, Text: name.Text, Start: n.Start, End: n.End}), true
	case tree.Member:
		return b.load(n, b.expression(callee.Kid(0)), name.Text), true
	}
	return 0, false
}

// evaluating run code of Ruby that is made at run time, which may set each variable around them.
var evaluating = []string{"eval", "instance_eval", "class_eval", "module_eval", "local_variable_set"}

// reading are methods of Ruby that leave a text as it is which they are handed.
var reading = []string{"match", "match?", "scan", "split", "sub", "gsub", "puts", "print", "p", "warn", "raise", "include?", "start_with?", "end_with?", "index", "require", "require_relative", "format", "[]", "fetch", "key?"}

// replacing are methods of Ruby that may make the text longer on which they are called by what they put in the place of others.
var replacing = []string{"sub!", "gsub!", "encode!", "unicode_normalize!"}

// changedBy lets what a variable of Ruby is set to in sight be something else behind a call that may change it in its place:
// a method of its own whose name says so, one that it is handed to, as texts can be changed by whoever has them, or one that
// runs code which is made at run time. What comes from elsewhere stays what it is.
func (b *builder) changedBy(n *tree.Node, index int32) {
	callee := n.Kid(0)
	if callee == nil {
		return
	}
	if slices.Contains(evaluating, callee.Text) && len(n.Kids) > 1 && n.Kids[1] != nil && n.Kids[1].Op != tree.Function {
		for _, v := range b.inFunction() {
			b.mayBe(v, b.value(n))
		}
	}
	may := n.Kids[1:]
	if slices.Contains(reading, callee.Text) {
		may = nil
	} else {
		b.changedInBlock(n, index)
	}
	if callee.Op == tree.Member && (strings.HasSuffix(callee.Text, "!") || callee.Text == "fill" || callee.Text == "clear" || callee.Text == "replace") {
		may = append(slices.Clone(may), callee.Kid(0))
		for _, v := range b.sharing(b.s.uses[callee.Kid(0)]) { // what was found out about it holds no longer
			b.uncap(v)
		}
		if slices.Contains(replacing, callee.Text) {
			b.changeTexts(n, &tree.Node{Op: tree.Sequence, Kids: callee.Kids}, []ID{b.anyText(n)})
		}
	}
	for _, k := range may {
		b.changedText(k, true, func() ID { return b.value(n) })
	}
}

// uncap forgets how long a variable is at most, as its text was changed in its place.
func (b *builder) uncap(v *variable) {
	if b.flat || !b.ordered(v) {
		return
	}
	k := b.env.of(v)
	if len(k.caps) == 0 && !slices.ContainsFunc(k.defs, func(d def) bool { return d.cap != Free }) {
		return
	}
	defs := slices.Clone(k.defs)
	for i := range defs {
		defs[i].cap = Free
	}
	b.env.set(v, known{defs: defs})
}

// changedText lets a variable of Ruby that is set to a text in sight, and those that share it, be something else from here on;
// one that is set to a list that begins with a text if lists is set.
func (b *builder) changedText(k *tree.Node, lists bool, made func() ID) {
	shared := b.sharing(b.s.uses[k])
	if !lists {
		for _, w := range shared {
			b.uncap(w)
		}
	}
	if !slices.ContainsFunc(shared, func(w *variable) bool {
		return isTextOfRuby(w.constant) && (lists || w.constant.Op != tree.Array) || !lists && w != shared[0] && (b.isAlias(w, shared[0]) || b.isAlias(shared[0], w))
	}) {
		return
	}
	id := made()
	for _, w := range shared {
		b.mayBe(w, id)
	}
}

// sharing returns a variable of Ruby and those of the function that are set to the same value, none for no variable.
func (b *builder) sharing(v *variable) []*variable {
	if b.f.Language != tree.Ruby || v == nil {
		return nil
	}
	shared := []*variable{v}
	for _, w := range b.inFunction() {
		if w != v && (b.isAlias(w, v) || b.isAlias(v, w) || slices.ContainsFunc(w.values, func(c Copy) bool {
			return slices.ContainsFunc(v.values, func(of Copy) bool { return of.From == c.From })
		})) {
			shared = append(shared, w)
		}
	}
	return shared
}

// isAlias reports whether a variable of Ruby is set to what another one is.
func (b *builder) isAlias(w, v *variable) bool { return w.copied != nil && b.s.uses[w.copied] == v }

// isTextOfRuby reports whether an expression of Ruby is a text in sight, or a list that begins with one.
func isTextOfRuby(n *tree.Node) bool {
	for n != nil && (n.Op == tree.Unary && n.Text == "+" || n.Op == tree.Array) {
		n = n.Kid(0)
	}
	return n != nil && n.Op == tree.String
}
