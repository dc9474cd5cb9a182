package reach

import "testing"

// TestOwnMethods has methods of a class called by their names alone by others of the class, whose members they read.
func TestOwnMethods(t *testing.T) {
	for _, g := range []guardCase{
		{"Ruby", "a.rb", "require 'sinatra'\nclass C\n  attr_reader :text\n  attr_accessor :last\n  def initialize(s)\n    @text = s\n  end\nGUARD\nend\npost('/a') { C.new(params[:s]).go }", "10", "any", []string{
			"  def own\n    @text[0, 10]\n  end\n  def go\n    own =~ /(a+)+$/\n  end",
			"  def own\n    raise if @text.length > 10\n    @text\n  end\n  def go\n    own.match?(/(a+)+$/)\n  end",
			"  def go\n    text[0, 10] =~ /(a+)+$/\n  end",
			"  def go\n    return if text.length > 10\n    text =~ /(a+)+$/\n  end",
			"  def own = text.first(10)\n  def go = run(own)\n  def run(s) = s =~ /(a+)+$/",
			"  def own\n    text[0...10]\n  end\n  def go\n    own() =~ /(a+)+$/\n  end",
			"  def own\n    self.text[0..9]\n  end\n  def go\n    s = own\n    s =~ /(a+)+$/\n  end",
			"  def go\n    return if @text.length > 10\n    text =~ /(a+)+$/\n  end",
			"  def own = @own ||= @text.to_s\n  def go\n    return if own.size > 10\n    own =~ /(a+)+$/\n  end",
			"  def go\n    text.slice(0, 10) =~ /(a+)+$/\n  end",
			"  def go\n    self.last = text[0, 10]\n    last =~ /(a+)+$/\n  end",
		}, []string{
			"  def own\n    @text[10, -1]\n  end\n  def go\n    own =~ /(a+)+$/\n  end",
			"  def own\n    warn 'long' if @text.length > 10\n    @text\n  end\n  def go\n    own.match?(/(a+)+$/)\n  end",
			"  def go\n    text[10..] =~ /(a+)+$/\n  end",
			"  def go\n    return if text.length < 10\n    text =~ /(a+)+$/\n  end",
			"  def own = text\n  def go = run(own)\n  def run(s) = s =~ /(a+)+$/",
			"  def own\n    text[0...10]\n    text\n  end\n  def go\n    own() =~ /(a+)+$/\n  end",
			"  def own\n    self.text[0..-10]\n  end\n  def go\n    s = own\n    s =~ /(a+)+$/\n  end",
			"  def go\n    return if text.length > 10\n    set(text + text)\n    text =~ /(a+)+$/\n  end\n  def set(s) = @text = s",
			"  def own = @own ||= @text.to_s\n  def go\n    return if own.size > 10\n    @own = @text + @text\n    own =~ /(a+)+$/\n  end",
			"  def go\n    text.slice(10, -1) =~ /(a+)+$/\n  end",
			"  def go\n    self.last = text\n    last =~ /(a+)+$/\n  end",
		}},
		{"Java", "A.java", "import org.springframework.web.bind.annotation.*;\nclass C { private String text; C(String s) { text = s; }\n String getText() { return text; }\nGUARD\n}\n@RestController class A { @PostMapping(\"/a\") void a(@RequestBody String s) { new C(s).go(); } }", "10", "any", []string{
			"String own() { return text.substring(0, 10); }\nboolean go() { return own().matches(\"(a+)+\"); }",
			"String own() { String s = text; if (s.length() > 10) throw new X(); return s; }\nboolean go() { return own().matches(\"(a+)+\"); }",
			"boolean go() { return getText().substring(0, 10).matches(\"(a+)+\"); }",
			"boolean go() { String s = getText(); if (s.length() > 10) return false; return s.matches(\"(a+)+\"); }",
			"String own() { return getText().substring(0, 10); }\nboolean go() { return run(own()); }\nboolean run(String s) { return s.matches(\"(a+)+\"); }",
			"boolean go() { return run(getText()); }\nboolean run(String s) { return s.length() <= 10 && s.matches(\"(a+)+\"); }",
			"String own() { return \"\" + text.substring(0, 10); }\nboolean go() { return own().matches(\"(a+)+\"); }",
			"boolean go() { String s = getText(); return s.length() > 10 || s.matches(\"(a+)+\"); }",
		}, []string{
			"String own() { return text.substring(10); }\nboolean go() { return own().matches(\"(a+)+\"); }",
			"String own() { if (text.length() > 10) log(); return text; }\nboolean go() { return own().matches(\"(a+)+\"); }",
			"boolean go() { return getText().matches(\"(a+)+\"); }",
			"boolean go() { String s = getText(); if (s.length() < 10) return false; return s.matches(\"(a+)+\"); }",
			"String own() { return getText(); }\nboolean go() { return run(own()); }\nboolean run(String s) { return s.matches(\"(a+)+\"); }",
			"boolean go() { return run(getText()); }\nboolean run(String s) { return s.length() <= 10 || s.matches(\"(a+)+\"); }",
			"String own() { return text.length() > 10 ? text : \"\"; }\nboolean go() { return own().matches(\"(a+)+\"); }",
			"boolean go() { String s = getText(); return s.length() > 10 && s.matches(\"(a+)+\"); }",
		}},
	} {
		g.run(t)
	}
}

// TestSaidArguments has arguments by whose text or name the same function does something else, and functions that return
// what they are called on.
func TestSaidArguments(t *testing.T) {
	for _, g := range []guardCase{
		{"filters", "a.php", "<?php\nGUARD", "320", "any", []string{
			"$s = filter_input(INPUT_GET, 's', FILTER_VALIDATE_EMAIL);\npreg_match('/(a+)+$/', $s);",
			"$s = filter_var($_GET['s'], FILTER_VALIDATE_EMAIL);\npreg_match('/(a+)+$/', $s);",
			"preg_match('/(a+)+$/', filter_input(INPUT_COOKIE, 's', FILTER_VALIDATE_EMAIL));",
			"if (!($s = filter_input(INPUT_GET, 's', FILTER_VALIDATE_EMAIL))) die;\npreg_match('/(a+)+$/', $s);",
			"function own($s) { return filter_var($s, FILTER_VALIDATE_EMAIL); }\npreg_match('/(a+)+$/', own($_GET['s']));",
			"$s = trim(filter_var($_GET['s'], FILTER_VALIDATE_EMAIL));\npreg_match('/(a+)+$/', $s);",
			"$s = filter_var(trim($_GET['s']), FILTER_VALIDATE_EMAIL);\npreg_match('/(a+)+$/', $s);",
			"$s = filter_input(INPUT_GET, 's', FILTER_VALIDATE_EMAIL) ?: 'none';\npreg_match('/(a+)+$/', $s);",
		}, []string{
			"$s = filter_input(INPUT_GET, 's');\npreg_match('/(a+)+$/', $s);",
			"$s = filter_var($_GET['s'], FILTER_SANITIZE_EMAIL);\npreg_match('/(a+)+$/', $s);",
			"preg_match('/(a+)+$/', filter_input(INPUT_COOKIE, 's', FILTER_VALIDATE_URL));",
			"if (!filter_input(INPUT_GET, 's', FILTER_UNSAFE_RAW)) die;\npreg_match('/(a+)+$/', filter_input(INPUT_GET, 's'));",
			"function own($s) { return filter_var($s, $_GET['how']); }\npreg_match('/(a+)+$/', own($_GET['s']));",
			"$s = filter_var($_GET['s'], FILTER_VALIDATE_EMAIL, ['options' => ['default' => $_GET['s']]]);\npreg_match('/(a+)+$/', $s);",
			"$s = filter_input(INPUT_GET, 's', FILTER_VALIDATE_EMAIL) ?: $_GET['s'];\npreg_match('/(a+)+$/', $s);",
			"$s = filter_input_array(INPUT_GET, ['s' => FILTER_DEFAULT])['s'];\npreg_match('/(a+)+$/', $s);",
		}},
		{"frozen", "a.rb", "require 'sinatra'\nGUARD\npost('/a') { s = params[:s]\nGUARD }", "10", "any", []string{
			"RE = /(a+)+$/.freeze\n---\nreturn if s.length > 10\nRE.match?(s)",
			"RE = { x: /(a+)+$/ }.freeze\n---\nRE[:x].match?(s[0, 10])",
			"MAX = { s: 10 }.freeze\n---\nreturn if s.length > MAX[:s]\ns =~ /(a+)+$/",
			"RE = /(a+)+$/.freeze\n---\ns[0, 10] =~ RE",
			"RE = /(a+)+$/.dup.freeze\n---\ns.slice(0, 10).match?(RE)",
			"N = 1\n---\ns.slice(0, 10).freeze =~ /(a+)+$/",
			"N = 1\n---\ns.first(10).dup =~ /(a+)+$/",
			"module T\n RE = /(a+)+$/.freeze\n def self.ok?(s) = s.length <= 10 && RE.match?(s)\nend\n---\nT.ok?(s)",
		}, []string{
			"RE = /(a+)+$/.freeze\n---\nreturn if s.length < 10\nRE.match?(s)",
			"RE = { x: /(a+)+$/ }.freeze\n---\nRE[:x].match?(s[10..])",
			"MAX = { s: 10, t: 20 }.freeze\n---\nreturn if s.length < MAX[:s]\ns =~ /(a+)+$/",
			"RE = /(a+)+$/.freeze\n---\ns[0, 10]\ns =~ RE",
			"RE = /(a+)+$/.dup.freeze\n---\ns.slice(10, -1).match?(RE)",
			"N = 1\n---\ns.slice(0, 10).freeze\ns =~ /(a+)+$/",
			"N = 1\n---\ns.freeze.dup =~ /(a+)+$/",
			"module T\n RE = /(a+)+$/.freeze\n def self.ok?(s) = s.length <= 10 || RE.match?(s)\nend\n---\nT.ok?(s)",
		}},
		{"omissions", "a.rb", "require 'sinatra'\npost('/a') { GUARD }", "10", "any", []string{
			"params[:s].truncate(10) =~ /(a+)+$/",
			"params[:s].truncate(10, omission: '') =~ /(a+)+$/",
			"params[:s].truncate(10, omission: '... more') =~ /(a+)+$/",
			"params[:s].truncate(10, separator: ' ') =~ /(a+)+$/",
			"params[:s].truncate(3, omission: '1234567890') =~ /(a+)+$/",
			"params[:s].truncate_bytes(10, omission: nil) =~ /(a+)+$/",
			"params[:s].truncate(10, omission: '-').strip =~ /(a+)+$/",
			"s = params[:s].to_s.truncate(10)\ns =~ /(a+)+$/",
		}, []string{
			"params[:s].truncate(10, omission: params[:t]) =~ /(a+)+$/",
			"params[:s].truncate(params[:n].to_i) =~ /(a+)+$/",
			"params[:s].truncate(10, omission: \"#{params[:t]}\") =~ /(a+)+$/",
			"params[:s].truncate_words(10) =~ /(a+)+$/",
			"params[:s].truncate(10)\nparams[:s] =~ /(a+)+$/",
			"params[:s].truncate(10) if params[:t]\nparams[:s] =~ /(a+)+$/",
			"params[:s].truncate(10, omission: params[:t].strip) =~ /(a+)+$/",
			"s = params[:s].truncate(10)\ns = params[:s] if params[:t]\ns =~ /(a+)+$/",
		}},
	} {
		g.run(t)
	}
}
