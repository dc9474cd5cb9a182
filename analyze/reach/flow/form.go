package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
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
			made := p.madeOf(b, &x)
			for name := range made.members {
				if _, declared := members[name]; !declared {
					members[name] = nil
				}
			}
			for _, where := range b.Checked {
				if inside, ok := strings.CutPrefix(where, "*."); ok { // a form that takes what was sent by itself
					for _, name := range sortedKeys(members) {
						value := p.loaded([]node{c.result}, []string{name, inside})[0]
						p.fieldMatches(b, files[name], members[name], value, 0)
						p.checkedBefore(o, name, value, id, []string{inside}, edge{edit: editsAnything}) // also where it is too long
					}
				}
				before, _, ok := strings.Cut(where, ".*")
				if !ok || before == "" {
					continue
				}
				for _, name := range sortedKeys(members) {
					most := p.classMax(b, x.file, x.index, []string{name}, 0)
					of := shape.Fields[name]
					if members[name] == nil {
						most = p.madeMax(b, &x, made, name)
						of = &limit.Shape{Max: most}
					}
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
						p.checked(id, n, p.calls[id].result, []string{before, name}, of, 0)
						p.checked(id, n, p.instanceOf(o), []string{before, name}, of, 0) // its methods get it too
						p.checkedBefore(o, name, n, id, nil, fixed)
						p.moveToModel(made, name, n, id, fixed)
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

// madeOf is the class of a model of which a form or serializer has fields beside those that it declares.
type madeOf struct {
	bound   *model.Bound // that says how long its members are
	class   int32        // the object, 0 for none
	members map[string]fieldValue
	varied  bool // the form says something else of some of them
}

// fieldValue is what stands for a member in the class of a model.
type fieldValue struct {
	file  int32
	value *tree.Node
}

// madeOf returns the model that an inner class of a form or serializer names: class Meta: model = Product.
func (p *Program) madeOf(b *model.Bound, x *object) madeOf {
	got := madeOf{members: map[string]fieldValue{}}
	for _, c := range p.ancestry(x.file, x.index) {
		g := p.sources[c[0]].Graph
		t := g.Classes[c[1]].Tree
		for i := range g.Classes {
			inner := &g.Classes[i]
			if b.Model == "" || inner.Tree.Start <= t.Start || t.End < inner.Tree.End {
				continue
			}
			got.varied = got.varied || names(inner.Tree, b.Varies)
			f, ok := p.object(p.origin[p.at(c[0], inner.Node)]).fields[b.Model]
			if !ok || got.class != 0 {
				continue
			}
			for _, o := range p.points(f) {
				for m := range p.bounds() {
					if of := p.object(o); of.kind == class && m.Name == b.Models && p.isOf(m, of.file, of.index) {
						got.bound, got.class = m, o
					}
				}
			}
		}
	}
	if got.class == 0 {
		return got
	}
	of := p.object(got.class)
	for _, c := range p.ancestry(of.file, of.index) {
		for _, m := range p.sources[c[0]].Graph.Classes[c[1]].Tree.Members {
			if _, known := got.members[m.Name]; m.Func == nil && m.Value != nil && m.Value.Op == tree.Call && !known {
				got.members[m.Name] = fieldValue{c[0], m.Value}
			}
		}
	}
	return got
}

// madeMax returns how long a field is at most that a form or serializer has of its model.
func (p *Program) madeMax(b *model.Bound, x *object, made madeOf, name string) int64 {
	if made.class == 0 || made.varied {
		return graph.NoLimit
	}
	of := p.object(made.class)
	most := p.classMax(made.bound, of.file, of.index, []string{name}, 0)
	if p.lengthens(b, x.file, x.index, name, most, false) {
		return graph.NoLimit
	}
	return most
}

// moveToModel hands a field to the object of the model that is made of it, whose own checks meet it as well.
func (p *Program) moveToModel(made madeOf, name string, value node, id int32, fixed edge) {
	field, ok := made.members[name]
	if !ok {
		return
	}
	checked := p.newNode()
	p.move(id, value, checked, nil, false, fixed)
	p.fieldMatches(made.bound, field.file, field.value, checked, 0)
	p.move(id, value, p.instanceOf(made.class), []string{name}, false, fixed)
}

// checkedBefore hands the value of a field to the method of a serializer that checks it further: validate_name(self, value).
// It gets the value as a member of what it is handed at some steps.
func (p *Program) checkedBefore(class int32, name string, value node, id int32, steps []string, e edge) {
	h, ok := p.Method(p.classOf(class), "validate_"+name)
	if !ok {
		return
	}
	if to := p.handedFirst(int32(h.File), &p.sources[h.File].Graph.Funcs[h.Func]); to != 0 {
		p.move(id, value, to, steps, false, e)
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
			p.checkedBefore(class, name, p.loaded([]node{arg}, []string{name})[0], id, nil, edge{edit: editsAnything, text: true})
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
			p.handSerializer(int32(file), int32(i), c.result)
		}
	}
}

// handSerializer makes the serializer of a view what its methods get: perform_create(self, serializer), and what
// self.get_serializer() returns.
func (p *Program) handSerializer(file, class int32, serializer node) {
	g := p.sources[file].Graph
	for i := range g.Funcs {
		if f := &g.Funcs[i]; f.Class == class && slices.Contains(handedSerializers, f.Tree.Name) {
			p.link(edge{from: serializer, to: p.handedFirst(file, f), cap: graph.Free, call: -1})
		}
	}
	for i := range g.Calls {
		c := &g.Calls[i]
		if _, at := p.fileOf(p.at(file, c.Receiver)); c.Method == "get_serializer" && at != nil && at.Kind == graph.Self && g.Funcs[at.Index].Class == class {
			p.link(edge{from: serializer, to: p.at(file, c.Result), cap: graph.Free, call: -1})
		}
	}
}

// handedSerializers are methods of views of Django REST framework that get the serializer that was found valid.
var handedSerializers = []string{"perform_create", "perform_update"}

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
