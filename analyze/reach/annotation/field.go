package annotation

import (
	"slices"

	"snag/analyze/source/tree"
)

// Fields returns the members of a class, with those that a constructor declares, as that of a record does.
func Fields(c *tree.Class) []tree.Field {
	all := slices.Clone(c.Members)
	for _, m := range c.Members {
		if m.Func == nil || m.Func.Kind != tree.Constructor {
			continue
		}
		for _, param := range m.Func.Params {
			if param.Field && param.Target != nil && param.Target.Op == tree.Name {
				all = append(all, tree.Field{Name: param.Target.Text, Type: param.Type, Decorators: param.Decorators})
			}
		}
	}
	return all
}

// fieldOf returns a member of a class that is no method, also one that its constructor declares.
func fieldOf(c *tree.Class, name string) *tree.Field {
	all := Fields(c)
	for i := range all {
		if all[i].Name == name && all[i].Func == nil {
			return &all[i]
		}
	}
	return nil
}

// FieldType returns the type that is declared for such a member, nil for none.
func FieldType(c *tree.Class, name string) *tree.Node {
	if m := fieldOf(c, name); m != nil {
		return m.Type
	}
	return nil
}

// FieldDecorators returns what decorates such a member.
func FieldDecorators(c *tree.Class, name string) []*tree.Node {
	if m := fieldOf(c, name); m != nil {
		return m.Decorators
	}
	return nil
}
