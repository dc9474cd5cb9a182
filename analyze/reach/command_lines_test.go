package reach

import "testing"

// TestCommandLines follows what who starts a program hands it through libraries that take the command line apart.
func TestCommandLines(t *testing.T) {
	for _, test := range []struct{ name, file, text, want string }{
		{"commander", "a.js", `
const program = require('commander')
const { Command } = require('commander')
program.command('x <s>').action(s => { /(a+)+$/.test(s) })
const p = new Command()
p.option('-t <t>').action((options, command) => { /(b+)+$/.test(options.t) })
p.parse();
/(c+)+$/.test(p.opts().t)
if (/(d+)+$/.test(program.args[0])) p.help()
`, "4 local; 6 local; 8 local; 9 local"},
		{"yargs", "a.js", `
const yargs = require('yargs/yargs')
const y = require('yargs')
y.usage('x').command('c <s>', 'does', () => {}, argv => { /(a+)+$/.test(argv.s) }).help();
/(b+)+$/.test(y.argv.t);
/(c+)+$/.test(y.parseSync().t)
`, "4 local; 5 local; 6 local"},
		{"click", "a.py", `
import re, click
@click.group()
def cli(): pass
@cli.command()
@click.argument('s')
@click.option('--t')
def check(s, t): re.search(r'(a+)+$', s); re.search(r'(b+)+$', t)
`, "8 local; 8 local"},
		{"commands of Django", "library/management/commands/load.py", `
import re
from django.core.management.base import BaseCommand
class Command(BaseCommand):
    def handle(self, *args, **options): re.search(r'(a+)+$', options['s'])
`, "5 local"},
		{"commands of Laravel", "app/Console/Commands/Scan.php", `<?php
use Illuminate\Console\Command;
class Scan extends Command {
    protected $signature = 'scan {path}';
    public function handle() { preg_match('/(a+)+$/', $this->argument('path')); preg_match('/(b+)+$/', $this->option('mode')); }
}
`, "5 local; 5 local"},
		{"commands of Symfony", "src/Command/Check.php", `<?php
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\OutputInterface;
class Check extends Command {
    protected function execute(InputInterface $input, OutputInterface $output): int { return preg_match('/(a+)+$/', $input->getArgument('s')); }
}
`, "6 local"},
		{"thor", "a.rb", `
require 'thor'
class App < Thor
  def check(s)
    s =~ /(a+)+$/
    options[:t] =~ /(b+)+$/
  end
end
`, "5 local; 6 local"},
		{"lines of a file", "a.rb", `
File.foreach(path) { |l| l =~ /(a+)+$/ }
Other.foreach(path) { |l| l =~ /(b+)+$/ }
`, "2 local; 3 unknown"},
		{"runners of Spring", "A.java", `
import org.springframework.boot.CommandLineRunner;
import java.util.regex.Pattern;
class A implements CommandLineRunner {
  public void run(String... args) { Pattern.matches("(a+)+$", args[0]); }
}
`, "5 local"},
		{"a function of the same names that no library calls", "a.js", `
const program = require('./mine')
program.command('x <s>').action(s => { /(a+)+$/.test(s) })
`, "3 unknown"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := ways(t, test.file, test.text); got != test.want {
				t.Errorf("reached by %s\n%s\n got %s\nwant %s", test.file, test.text, got, test.want)
			}
		})
	}
}
