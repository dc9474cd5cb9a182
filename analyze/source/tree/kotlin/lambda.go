package kotlin

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// outer are the functions whose lambda has no parameter: it is what that is around the lambda.
var outer = wordSet("require", "check", "requireNotNull", "checkNotNull", "lazy", "run", "apply", "with", "buildString", "synchronized", "runCatching",
	"withContext", "launch", "async", "coroutineScope", "transaction", "getOrPut", "ifEmpty", "ifBlank", "buildList", "buildMap", "runBlocking",
	"withLock", "withTimeout", "withTimeoutOrNull", "repeatable", "debug", "info", "warn", "error", "trace")

// hasParameters reports whether parameters and an arrow stand at the start of a lambda.
func (p *parser) hasParameters() bool {
	for at := p.At; at < p.Limit && at < p.At+256; at++ {
		switch t := &p.Tokens[at]; t.Kind {
		case '-':
			return p.Tokens[at+1].Kind == '>' && p.Tokens[at+1].Start == t.End
		case '(':
			m := int(p.Mates[at])
			if m < 0 || at > p.At && p.Tokens[at-1].Kind == scan.TokenName && p.Tokens[at-1].End == t.Start {
				return false
			}
			at = m
		case scan.TokenName, ',', ':', '<', '>', '?', '.', '@', '*':
		default:
			return false
		}
	}
	return false
}

// lambda reads a lambda. own reports whether it has a parameter named it unless it names others.
func (p *parser) lambda(own bool) *tree.Node {
	start := p.Start()
	n := p.Node(tree.Function, int(start), int(start), "")
	f := &tree.Func{Kind: tree.Arrow, Start: start}
	n.Func = f
	its, noLambda := p.its, p.noLambda
	p.noLambda = false
	renamed, was := p.renamed["it"]
	m := p.Mark()
	p.lambdas++
	p.within(func() {
		if p.hasParameters() {
			own = false
			for !p.Ends() && !p.Sign("->") {
				from := p.At
				a := tree.Param{}
				p.annotations()
				switch {
				case p.Kind() == '(':
					a.Target = p.names()
				case p.Kind() == scan.TokenName:
					a.Target = p.name()
				default:
					a.Target = p.unknown()
				}
				if p.Skip(':') {
					a.Type = p.typeName()
				}
				f.Params = append(f.Params, a)
				if !p.Skip(',') && p.At == from {
					p.Lose()
				}
			}
			p.SkipSign("->")
		}
		if own {
			delete(p.renamed, "it")
		}
		p.statements()
	})
	p.lambdas--
	f.Body = p.Closed(tree.Block, start, "", m)
	if own && p.its > its {
		f.Params = append(f.Params, tree.Param{Target: p.Node(tree.Name, int(start), int(start), "it")})
		p.its = its
	}
	if was {
		p.renamed["it"] = renamed
	}
	p.Ending(f.Body, nil)
	p.noLambda = noLambda
	f.End = max(start, p.Behind())
	n.End = f.End
	return n
}
