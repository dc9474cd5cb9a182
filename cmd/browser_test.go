package cmd

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"snag/cmd/cli"
	"snag/probe/snagtest"
)

// browser is a session of headless Chromium, driven over the WebDriver protocol.
type browser struct {
	t    *testing.T
	base string // URL of the session
}

func startBrowser(t *testing.T) *browser {
	driver, err := exec.LookPath("chromedriver")
	if err != nil {
		t.Skip("chromedriver is not installed: no browser to look at the page with")
	}
	ctx, cancel := context.WithCancel(context.Background())
	c := exec.CommandContext(ctx, driver, "--port=0")
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	c.WaitDelay = 5 * time.Second
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cancel(); _ = c.Wait() })
	port := ""
	for lines := bufio.NewScanner(out); port == "" && lines.Scan(); {
		if m := regexp.MustCompile(`started successfully on port (\d+)`).FindStringSubmatch(lines.Text()); m != nil {
			port = m[1]
		}
	}
	if port == "" {
		t.Fatal("chromedriver did not tell its port")
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	b := &browser{t: t, base: "http://127.0.0.1:" + port}
	var session struct {
		ID string `json:"sessionId"`
	}
	b.call("POST", "/session", map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{
		"goog:loggingPrefs": map[string]string{"browser": "ALL"},
		"goog:chromeOptions": map[string]any{"args": []string{
			"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage",
			"--disable-background-networking", "--disable-component-update", "--disable-sync", "--user-data-dir=" + t.TempDir(),
		}},
	}}}, &session)
	b.base += "/session/" + session.ID
	t.Cleanup(func() { b.call("DELETE", "", nil, nil) })
	return b
}

// call asks the driver and decodes the value of its answer into v, unless that is nil.
func (b *browser) call(method, path string, body, v any) {
	b.t.Helper()
	var content bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&content).Encode(body); err != nil {
			b.t.Fatal(err)
		}
	}
	request, err := http.NewRequest(method, b.base+path, &content)
	if err != nil {
		b.t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		b.t.Fatal(err)
	}
	defer response.Body.Close()
	var answer struct{ Value json.RawMessage }
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil || response.StatusCode != http.StatusOK {
		b.t.Fatalf("%s %s: %s, %v: %s", method, path, response.Status, err, answer.Value)
	}
	if v != nil {
		if err := json.Unmarshal(answer.Value, v); err != nil {
			b.t.Fatal(err)
		}
	}
}

// open shows a page in a window of a size and a colour scheme.
func (b *browser) open(path string, width int, scheme string) {
	b.devtools("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600})
	b.devtools("Emulation.setEmulatedMedia", map[string]any{"features": []any{map[string]string{"name": "prefers-color-scheme", "value": scheme}}})
	b.call("POST", "/url", map[string]string{"url": "file://" + path}, nil)
}

func (b *browser) devtools(command string, params map[string]any) {
	b.call("POST", "/goog/cdp/execute", map[string]any{"cmd": command, "params": params}, nil)
}

// ask evaluates an expression in the page.
func (b *browser) ask(expression string) any {
	b.t.Helper()
	var v any
	b.call("POST", "/execute/sync", map[string]any{"script": "return " + expression, "args": []any{}}, &v)
	return v
}

// lowContrast lists the texts whose colour differs from what is behind them by less than WCAG 2.2,
// success criterion 1.4.3, asks for: a ratio of 4.5.
const lowContrast = `(() => {
	const channels = (c) => { const m = c.match(/[\d.]+/g).map(Number); return m.length > 3 && m[3] === 0 ? null : m.slice(0, 3); };
	const luminance = (c) => { const [r, g, b] = c.map((v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
		return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
	const behind = (e) => { for (; e; e = e.parentElement) { const c = channels(getComputedStyle(e).backgroundColor); if (c) return c; } return [255, 255, 255]; };
	const bad = [];
	for (const e of document.querySelectorAll("body *")) {
		if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || !e.checkVisibility()) continue;
		const [x, y] = [luminance(channels(getComputedStyle(e).color)), luminance(behind(e))].sort((a, b) => b - a);
		const ratio = (x + 0.05) / (y + 0.05);
		if (ratio < 4.5) bad.push(e.tagName + "." + e.className + " " + ratio.toFixed(2));
	}
	return [...new Set(bad)].join(", ");
})()`

// unnamed lists the controls without an accessible name.
const unnamed = `[...document.querySelectorAll("input, select, button, output")]
	.filter((e) => !(e.getAttribute("aria-label") || e.labels?.length || e.textContent.trim() || e.hasAttribute("aria-live")))
	.map((e) => e.outerHTML).join(", ")`

// TestPageInBrowser looks at HTML reports in Chromium: at the width of a phone and of a desktop, light
// and dark, on paper, with their filter and order in use. With SNAG_SCREENSHOTS it leaves pictures in
// that folder.
func TestPageInBrowser(t *testing.T) {
	snagtest.Long(t)
	dir := t.TempDir()
	page := func(name string, args ...string) string {
		path := filepath.Join(dir, name)
		var stderr strings.Builder
		io := &cli.Stdio{In: strings.NewReader(hostilePatterns), Out: &strings.Builder{}, Err: &stderr}
		if status := execute(t.Context(), append(args, "-f", "html", "-o", path), io); status > cli.ExitFindings {
			t.Fatalf("%q: status %d: %s", args, status, stderr.String())
		}
		return path
	}
	patterns := page("regex.html", "regex", "--engine", "none", "--patterns", "-")
	pages := map[string]string{
		"regex":   patterns,
		"explain": page("explain.html", "explain", "--engine", "none", "--max-length", "1000", `(\/.+)+$`),
		"herd":    page("herd.html", "retry", "herd", "--policy", "exp:base=100ms,cap=10s"),
	}
	b := startBrowser(t)
	for name, path := range pages {
		for _, width := range []int{360, 1280} {
			for _, scheme := range []string{"light", "dark"} {
				b.open(path, width, scheme)
				at := fmt.Sprintf("%s at %d, %s", name, width, scheme)
				if got := b.ask("document.documentElement.scrollWidth"); got.(float64) > float64(width) {
					t.Errorf("%s: the page is %v wide", at, got)
				}
				if got := b.ask(lowContrast); got != "" {
					t.Errorf("%s: too little contrast: %s", at, got)
				}
				if got := b.ask(unnamed); got != "" {
					t.Errorf("%s: without a name: %s", at, got)
				}
				if folder := os.Getenv("SNAG_SCREENSHOTS"); folder != "" {
					b.screenshot(filepath.Join(folder, fmt.Sprintf("%s-%d-%s.png", name, width, scheme)))
				}
			}
		}
		b.devtools("Emulation.setEmulatedMedia", map[string]any{"media": "print"})
		if got := b.ask(`[...document.querySelectorAll(".tools")].some((e) => e.checkVisibility())`); got != false {
			t.Errorf("%s: the tools are printed", name)
		}
		b.devtools("Emulation.setEmulatedMedia", map[string]any{"media": ""})
	}

	b.open(patterns, 1280, "light")
	shown := `[...document.querySelectorAll("#findings article")].filter((a) => a.checkVisibility()).length`
	all := b.ask(`document.querySelectorAll("#findings article").length`).(float64)
	if got := b.ask(shown); got != all || all < 5 {
		t.Fatalf("%v of %v findings are shown at first", got, all)
	}
	use := func(selector, change string) {
		b.ask(fmt.Sprintf(`(() => { const e = document.querySelector(%q); %s;
			e.dispatchEvent(new Event("input", {bubbles: true})); e.dispatchEvent(new Event("change", {bubbles: true})); })()`, selector, change))
	}
	use("[type=search]", `e.value = "(\\/.+)+$"`)
	if got := b.ask(shown); got != 1.0 {
		t.Errorf("the filter shows %v findings, want 1", got)
	}
	use("[type=search]", `e.value = ""`)
	use("[value=warning]", "e.checked = false")
	if got := b.ask(`[...document.querySelectorAll("#findings article")].some((a) => a.checkVisibility() && a.dataset.level === "warning")`); got != false {
		t.Error("warnings are shown that were filtered out")
	}
	use("[value=warning]", "e.checked = true")
	use("[name=order]", `e.value = "level"`)
	levels := b.ask(`[...document.querySelectorAll("#findings article")].map((a) => a.dataset.level[0]).join("")`).(string)
	if !regexp.MustCompile(`^e+w+n*s*$`).MatchString(levels) {
		t.Errorf("by level the findings are %s", levels)
	}
	use("[name=rule]", `e.value = "regex/exponential"`)
	if got := b.ask(`[...document.querySelectorAll("#findings article")].every((a) => a.checkVisibility() === (a.dataset.rule === "regex/exponential"))`); got != true {
		t.Error("the choice of a rule does not filter")
	}
	b.open(pages["herd"], 1280, "light")
	order := `[...document.querySelectorAll("section table tbody")].map((x) => [...x.rows].map((r) => r.cells[1].textContent).join("|"))[0]`
	before := b.ask(order)
	b.ask(`document.querySelector("section table th:nth-child(2) button").click()`)
	up := b.ask(order)
	b.ask(`document.querySelector("section table th:nth-child(2) button").click()`)
	if down := b.ask(order); up == down || b.ask(`document.querySelector("section table th:nth-child(2)").getAttribute("aria-sort")`) != "descending" {
		t.Errorf("a table of %v is in order %v up and %v down", before, up, down)
	}

	var log []struct{ Message string }
	b.call("POST", "/se/log", map[string]string{"type": "browser"}, &log)
	for _, entry := range log {
		t.Errorf("the browser complains: %s", entry.Message)
	}
}

func (b *browser) screenshot(path string) {
	var picture []byte // base64 in JSON
	b.call("GET", "/screenshot", nil, &picture)
	if err := os.WriteFile(path, picture, 0o600); err != nil {
		b.t.Fatal(err)
	}
}
