package manifest

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"

	"snag/analyze/shutdown"
	"snag/cmd/cli"
	"snag/cmd/yamlfile"
)

// What Kubernetes does when a manifest says nothing.
const (
	podGrace = 30 * time.Second
	// Traffic is how long endpoints, proxies and load balancers are taken to send new connections to a pod
	// that is told to end. It is no setting of Kubernetes but the time of everything that must learn of it.
	Traffic = 5 * time.Second
)

// Defaults is what Kubernetes does with a pod that says nothing about its end.
func Defaults() Deployment {
	return Deployment{
		First: true,
		Platform: shutdown.Platform{
			Kind: shutdown.Kubernetes, Grace: shutdown.Of(podGrace), Traffic: shutdown.Of(Traffic),
			Settings: []shutdown.Setting{
				{Role: shutdown.RoleHook, Key: "lifecycle.preStop", Value: "none", Default: true},
				{Role: shutdown.RoleSignal, Key: "lifecycle.stopSignal", Value: "SIGTERM", Default: true},
				{Role: shutdown.RoleGrace, Key: "terminationGracePeriodSeconds", Value: "30", Default: true},
			},
		},
	}
}

// workload is one pod of a file, whatever makes it.
type workload struct {
	kind, name string
	spec       ast.Node
	containers []container
}

type container struct {
	name string
	node ast.Node
}

// pods reads manifests.
type pods struct {
	*yamlfile.Reader
	file string
}

// Kubernetes reads the pod of a manifest, which may hold several documents. The name of a workload and of a
// container pick one of several; empty ones take the only one.
func Kubernetes(file string, stdin io.Reader, workloadName, containerName string) (Deployment, error) {
	text, err := read(file, stdin)
	if err != nil {
		return Deployment{}, err
	}
	return kubernetes(file, text, workloadName, containerName)
}

func kubernetes(file string, text []byte, workloadName, containerName string) (Deployment, error) {
	y, documents := yamlfile.Documents(file, text)
	if y.Failed() > 0 {
		if strings.Contains(string(text), "{{") {
			return Deployment{}, cli.WithHint(cli.Usagef("%s is a template, which is no YAML yet", file), "render it first: helm template CHART | snag shutdown --manifest - ...")
		}
		return Deployment{}, cli.Usage(y.Err(nil))
	}
	p := pods{y, file}
	var all []workload
	for _, d := range documents {
		all = append(all, p.workloads(d, 0)...)
	}
	chosen, at, err := p.choose(all, workloadName, containerName)
	if err != nil {
		return Deployment{}, err
	}
	d := p.deployment(chosen, chosen.containers[at])
	if y.Failed() > 0 {
		return Deployment{}, cli.Usage(y.Err(nil))
	}
	return d, nil
}

// get returns the value at a path of keys, nil when it is not there.
func (p pods) get(n ast.Node, path ...string) ast.Node {
	_, value := p.find(n, path...)
	return value
}

// find returns the key and the value at a path.
func (p pods) find(n ast.Node, path ...string) (key, value ast.Node) {
	for _, name := range path {
		switch p.Plain(n).(type) {
		case *ast.MappingNode, *ast.MappingValueNode:
		default:
			return nil, nil
		}
		entries := p.Entries(n, name)
		i := slices.IndexFunc(entries, func(e yamlfile.Entry) bool { return e.Name == name })
		if i < 0 {
			return nil, nil
		}
		key, n = entries[i].Key, entries[i].Value
	}
	if _, none := p.Plain(n).(*ast.NullNode); none {
		return nil, nil
	}
	return key, n
}

// text returns the scalar at a path, "" when it is not there.
func (p pods) text(n ast.Node, path ...string) string {
	value := p.get(n, path...)
	if value == nil {
		return ""
	}
	text, _ := p.Scalar(value, strings.Join(path, "."))
	return text
}

// number returns the integer at a path, or the default.
func (p pods) number(n ast.Node, otherwise int, path ...string) int {
	const most = 10_000_000
	text := p.text(n, path...)
	if text == "" {
		return otherwise
	}
	number, err := strconv.Atoi(text)
	if err != nil || number < 0 || number > most {
		p.Fail(p.get(n, path...), "", "%s must be a number of seconds", strings.Join(path, "."))
		return otherwise
	}
	return number
}

// texts returns the words of a list of scalars.
func (p pods) texts(n ast.Node) []string {
	var all []string
	for _, item := range p.Items(n) {
		if text, ok := p.Scalar(item, "a word of a command"); ok {
			all = append(all, text)
		}
	}
	return all
}

// podPaths are where the kinds of Kubernetes hold the pod that they make.
var podPaths = map[string][]string{
	"Pod": {"spec"}, "CronJob": {"spec", "jobTemplate", "spec", "template", "spec"},
	"Deployment": {"spec", "template", "spec"}, "StatefulSet": {"spec", "template", "spec"}, "DaemonSet": {"spec", "template", "spec"},
	"ReplicaSet": {"spec", "template", "spec"}, "ReplicationController": {"spec", "template", "spec"}, "Job": {"spec", "template", "spec"},
	"Rollout": {"spec", "template", "spec"}, "Service": {"spec", "template", "spec"}, // of Argo and Knative
}

// workloads returns the pods of a document, which may be a list.
func (p pods) workloads(n ast.Node, depth int) []workload {
	const deepest = 4
	var all []workload
	if items := p.get(n, "items"); items != nil && depth < deepest && strings.HasSuffix(p.text(n, "kind"), "List") {
		for _, item := range p.Items(items) {
			all = append(all, p.workloads(item, depth+1)...)
		}
		return all
	}
	kind := p.text(n, "kind")
	spec := p.get(n, podPaths[kind]...)
	if podPaths[kind] == nil || spec == nil {
		return nil
	}
	w := workload{kind: kind, name: p.text(n, "metadata", "name"), spec: spec}
	for _, item := range p.Items(p.get(spec, "containers")) {
		w.containers = append(w.containers, container{p.text(item, "name"), item})
	}
	if len(w.containers) == 0 {
		return nil
	}
	return []workload{w}
}

// choose picks the workload and the place of the container in it.
func (p pods) choose(all []workload, workloadName, containerName string) (workload, int, error) {
	var names []string
	var fitting []workload
	var places []int
	for _, w := range all {
		if workloadName != "" && workloadName != w.name && !strings.EqualFold(workloadName, w.kind+"/"+w.name) {
			names = append(names, w.kind+"/"+w.name)
			continue
		}
		for i, c := range w.containers {
			if containerName == "" || containerName == c.name {
				fitting, places = append(fitting, w), append(places, i)
			}
			names = append(names, w.kind+"/"+w.name+" "+c.name)
		}
	}
	list := strings.Join(names[:min(len(names), 12)], ", ")
	switch {
	case len(all) == 0:
		return workload{}, 0, cli.WithHint(cli.Usagef("%s holds no pod", p.file), "a Deployment, StatefulSet, DaemonSet, Job, CronJob or Pod does")
	case len(fitting) == 0:
		return workload{}, 0, cli.WithHint(cli.Usagef("%s holds no such container", p.file), "it holds "+list)
	case len(fitting) > 1:
		return workload{}, 0, cli.WithHint(cli.Usagef("%s holds several containers", p.file), "name one with --container, and --workload if need be: "+list)
	}
	return fitting[0], places[0], nil
}

// setting makes a setting of what stands at a path below a node, or of the default.
func (p pods) setting(role shutdown.Role, n ast.Node, value string, path ...string) shutdown.Setting {
	s := shutdown.Setting{Role: role, Key: strings.Join(path, "."), Value: value, File: p.file, Line: yamlfile.PlaceOf(n).Line, Default: true}
	if key, _ := p.find(n, path...); key != nil {
		s.Line, s.Default = yamlfile.PlaceOf(key).Line, false
	}
	return s
}

// deployment reads what a pod says about the end of one of its containers.
func (p pods) deployment(w workload, c container) Deployment {
	d := Defaults()
	d.Name = fmt.Sprintf("%s %s, container %s", w.kind, w.name, c.name)
	d.First = p.text(w.spec, "shareProcessNamespace") != "true" && p.text(w.spec, "hostPID") != "true"
	grace := p.number(w.spec, int(podGrace/time.Second), "terminationGracePeriodSeconds")
	d.Grace = shutdown.Of(time.Duration(grace) * time.Second)
	d.Settings = nil
	p.hook(&d, c.node)
	if stop := p.get(c.node, "lifecycle", "stopSignal"); stop != nil {
		name, err := signalNamed(p.text(c.node, "lifecycle", "stopSignal"))
		if err != nil {
			p.Fail(stop, "", "lifecycle.stopSignal: %v", err)
		}
		if d.Signal == "" { // else the hook sends one before
			d.Signal = name
		}
	}
	signal := "SIGTERM, or what the image says"
	if d.Signal != "" {
		signal = d.Signal
	}
	d.Settings = append(d.Settings,
		p.setting(shutdown.RoleSignal, c.node, signal, "lifecycle", "stopSignal"),
		p.setting(shutdown.RoleGrace, w.spec, strconv.Itoa(grace), "terminationGracePeriodSeconds"))
	p.readiness(&d, c.node)
	p.command(&d, c.node)
	if len(w.containers) > 1 {
		var others []string
		for _, o := range w.containers {
			if o.name != c.name {
				others = append(others, o.name)
			}
		}
		d.Unplayed = append(d.Unplayed, "the other containers of the pod ("+clip(strings.Join(others, ", "))+") get their signal at the same time, so what this one needs of them while it drains may be gone")
	}
	return d
}

// hook reads the preStop hook.
func (p pods) hook(d *Deployment, c ast.Node) {
	path := []string{"lifecycle", "preStop"}
	pre := p.get(c, path...)
	s := p.setting(shutdown.RoleHook, c, "none", path...)
	switch exec, sleep := p.get(pre, "exec", "command"), p.get(pre, "sleep", "seconds"); {
	case pre == nil:
	case sleep != nil:
		n := p.number(pre, 0, "sleep", "seconds")
		d.Delay, s.Value = shutdown.Of(time.Duration(n)*time.Second), fmt.Sprintf("sleep %d", n)
	case exec != nil:
		words := p.texts(exec)
		h := hookOf(words)
		d.Delay, d.Signal, s.Value = shutdown.Of(h.sleeps), h.signal, clip(strings.Join(words, " "))
		if h.signal != "" {
			// What the hook waits for after its signal is spent while the process drains.
			d.Delay = 0
			d.Unplayed = append(d.Unplayed, fmt.Sprintf("the hook sends %s, and another signal follows when it ends", h.signal))
		}
		if h.rest != "" {
			d.Unplayed = append(d.Unplayed, "the preStop hook runs "+clip(h.rest)+", whose time is a part of the grace period")
		}
	default:
		s.Value = "a request"
		d.Unplayed = append(d.Unplayed, "the preStop hook sends a request, whose time is a part of the grace period")
	}
	d.Settings = append(d.Settings, s)
}

// readiness reads the readiness probe.
func (p pods) readiness(d *Deployment, c ast.Node) {
	probe := p.get(c, "readinessProbe")
	if probe == nil {
		d.Settings = append(d.Settings, p.setting(shutdown.RoleReadiness, c, "none", "readinessProbe"))
		return
	}
	path := p.text(probe, "httpGet", "path")
	period, failures := cmp.Or(p.number(probe, 10, "periodSeconds"), 10), cmp.Or(p.number(probe, 3, "failureThreshold"), 3)
	if strings.HasPrefix(path, "/") && !strings.ContainsAny(path, " \r\n\t") {
		d.Ready = path
	} else {
		path = "a probe"
	}
	d.Readiness = &shutdown.Readiness{Path: d.Ready, Period: shutdown.Of(time.Duration(period) * time.Second), Failures: failures}
	value := fmt.Sprintf("%s every %d s, %s: %d s", path, period, cli.Plural(failures, "failure"), period*failures)
	d.Settings = append(d.Settings, p.setting(shutdown.RoleReadiness, c, value, "readinessProbe"))
}

// command reads the first process of the container.
func (p pods) command(d *Deployment, c ast.Node) {
	for _, key := range []string{"command", "args"} {
		node := p.get(c, key)
		if node == nil {
			continue
		}
		words := p.texts(node)
		if key == "command" {
			words = append(words, p.texts(p.get(c, "args"))...)
			d.Words = words
		}
		s := p.setting(shutdown.RoleCommand, c, clip(strings.Join(words, " ")), key)
		if line, ok := script(words); ok {
			s.Value, s.Shell = clip(line), shellForm(words)
		}
		d.Settings = append(d.Settings, s)
		return
	}
}
