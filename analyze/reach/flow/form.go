package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/source/tree"
)

// formField is a value that a form takes out of what it is made with in a call, and how long it lets it be.
type formField struct {
	call int32
	at   node
	most int64
}

// readFields notes the values of requests that forms take.
func (p *Program) readFields() {
	for _, f := range p.formFields {
		c := &p.calls[f.call]
		key := [2]int32{c.file, c.owner}
		for _, a := range p.accesses2(f.at) {
			for _, in := range p.named(a) {
				p.reads[key] = append(p.reads[key], Input{
					Source: in.source, Kind: in.source.Kind, Name: in.name, Access: a, Max: graph.NoLimit, most: f.most, File: int(c.file), Start: c.At, End: c.End})
			}
		}
	}
}

// checkClasses hands what a form or serializer is made with to the members that hold checked values.
func (p *Program) checkClasses(b *model.Bound) {
	p.viewSerializers(b)
	for id := int32(0); int(id) < len(p.calls); id++ {
		c := &p.calls[id]
		if c.made && !c.serializes || c.result == 0 {
			continue
		}
		for _, o := range slices.Clone(p.points(c.callee)) {
			x := *p.object(o)
			if x.kind != class || b.Bases == nil {
				continue
			}
			if !p.isOf(b, x.file, x.index) || !p.once(id, b) {
				continue
			}
			shape := p.classShape(b, x.file, x.index, 0)
			members := map[string]*tree.Node{}
			files := map[string]int32{}
			for _, c := range p.ancestry(x.file, x.index) {
				for _, m := range p.sources[c[0]].Graph.Classes[c[1]].Tree.Members {
					if _, known := members[m.Name]; m.Func == nil && m.Name != "" && !known {
						members[m.Name], files[m.Name] = m.Value, c[0]
					}
				}
			}
			for _, where := range b.Checked {
				if inside, ok := strings.CutPrefix(where, "*."); ok { // a form that takes what was sent by itself
					for _, name := range sortedKeys(members) {
						p.fieldMatches(b, files[name], members[name], p.loaded([]node{c.result}, []string{name, inside})[0], 0)
					}
				}
				before, _, ok := strings.Cut(where, ".*")
				if !ok || before == "" {
					continue
				}
				for _, name := range sortedKeys(members) {
					most := p.classMax(b, x.file, x.index, []string{name}, 0)
					for _, arg := range c.args {
						n := p.newNode()
						p.addLoad(arg, n, name)
						if slices.Contains(b.Unchecked, before) {
							p.move(id, n, p.calls[id].result, []string{before, name}, false, edge{edit: editsAnything})
							p.move(id, n, p.instanceOf(o), []string{before, name}, false, edge{edit: editsAnything})
							continue
						}
						p.formFields = append(p.formFields, formField{id, n, most})
						p.fieldMatches(b, files[name], members[name], n, 0)
						fixed := edge{length: model.Length{Effect: model.Fixed, N: most}, text: true, edit: editsAnything}
						p.checked(id, n, p.calls[id].result, []string{before, name}, shape.Fields[name], 0)
						p.checked(id, n, p.instanceOf(o), []string{before, name}, shape.Fields[name], 0) // its methods get it too
						p.checkedBefore(o, name, n, id, fixed)
						if h, ok := p.Method(p.classOf(o), "validate"); ok { // gets all of them
							p.move(id, n, p.handedFirst(int32(h.File), &p.sources[h.File].Graph.Funcs[h.Func]), []string{name}, false, fixed)
						}
					}
				}
				p.checkedElsewhere(o, members, p.calls[id].args, id)
			}
		}
	}
}

// checkedBefore hands the value of a field to the method of a serializer that checks it further: validate_name(self, value).
func (p *Program) checkedBefore(class int32, name string, value node, id int32, e edge) {
	h, ok := p.Method(p.classOf(class), "validate_"+name)
	if !ok {
		return
	}
	if to := p.handedFirst(int32(h.File), &p.sources[h.File].Graph.Funcs[h.Func]); to != 0 {
		p.move(id, value, to, nil, false, e)
	}
}

// checkedElsewhere hands the values of fields that a serializer has of its model to the methods that check them.
func (p *Program) checkedElsewhere(class int32, members map[string]*tree.Node, args []node, id int32) {
	for _, h := range p.Methods(p.classOf(class)) {
		name, ok := strings.CutPrefix(p.sources[h.File].Graph.Funcs[h.Func].Tree.Name, "validate_")
		if _, declared := members[name]; !ok || declared {
			continue
		}
		for _, arg := range args {
			p.checkedBefore(class, name, p.loaded([]node{arg}, []string{name})[0], id, edge{edit: editsAnything, text: true})
		}
	}
}

// writers are the ends of the names of views of Django REST framework that make their serializer of what was sent.
var writers = []string{"ModelViewSet", "CreateModelMixin", "UpdateModelMixin", "CreateAPIView", "UpdateAPIView", "UpdateDestroyAPIView"}

// viewSerializers adds a call of the serializer that a view names in its class, for what a request sends.
func (p *Program) viewSerializers(b *model.Bound) {
	if p.lang != model.Python || !slices.Contains(b.Checked, "validated_data.*") {
		return
	}
	for file := range p.sources {
		g := p.sources[file].Graph
		for i := range g.Classes {
			own := p.at(int32(file), g.Classes[i].Node)
			f, ok := p.object(p.origin[own]).fields["serializer_class"]
			if !ok || p.serialized[own] || !slices.ContainsFunc(p.bases(own), func(a model.Access) bool {
				return a.Root.Name != "" && a.Last() != "ReadOnlyModelViewSet" && slices.ContainsFunc(writers, func(w string) bool { return strings.HasSuffix(a.Last(), w) })
			}) {
				continue
			}
			if p.serialized == nil {
				p.serialized = map[node]bool{}
			}
			p.serialized[own] = true
			data := p.newNode()
			p.root(data, model.Access{Root: model.Root{Kind: model.EntryArg, Name: "django.view"}, Steps: []string{"data"}})
			c := madeUp(f, []node{data}, 0, int32(file))
			c.result, c.serializes = p.newNode(), true
			c.Start, c.End, c.At = g.Classes[i].Tree.Start, g.Classes[i].Tree.End, g.Classes[i].Tree.Start
			p.watch(c)
		}
	}
}

// handedFirst returns the first parameter of a method of Python behind the object or class that it is a method of, 0 for
// none.
func (p *Program) handedFirst(file int32, f *graph.Func) node {
	for i := range f.Params {
		if name := p.paramName(f, i); name != "self" && name != "cls" {
			return p.at(file, f.Params[i])
		}
	}
	return 0
}
