<?php
// Prints what the parser of nikic makes of files: where calls, members, functions and the like stand.
// Each line of the input names a file, each line of the output is an object. The argument is the folder
// in which the parser is.

require $argv[1] . '/PhpParser/autoload.php';

use PhpParser\Node;
use PhpParser\Node\Expr;
use PhpParser\Node\Stmt;

ini_set('memory_limit', '2G');

$lexer = new PhpParser\Lexer\Emulative(['usedAttributes' => ['startFilePos', 'endFilePos', 'startLine', 'kind']]);
$parser = (new PhpParser\ParserFactory())->create(PhpParser\ParserFactory::PREFER_PHP7, $lexer);

class Places extends PhpParser\NodeVisitorAbstract
{
    public $all = [];

    private function add(string $kind, Node $n): void
    {
        $this->all[$kind . ' ' . $n->getStartFilePos() . ' ' . ($n->getEndFilePos() + 1)] = true;
    }

    private function addEnd(string $kind, int $at): void
    {
        $this->all["$kind $at $at"] = true;
    }

    public function enterNode(Node $n)
    {
        switch (true) {
            case $n instanceof Expr\FuncCall:
            case $n instanceof Expr\MethodCall:
            case $n instanceof Expr\NullsafeMethodCall:
            case $n instanceof Expr\StaticCall:
                if ($n->isFirstClassCallable()) {
                    break;
                }
                $this->add('call/' . count($n->args), $n);
                break;
            case $n instanceof Expr\New_:
                $this->add('new/' . count($n->args), $n);
                break;
            case $n instanceof Expr\PropertyFetch:
            case $n instanceof Expr\NullsafePropertyFetch:
            case $n instanceof Expr\ClassConstFetch:
                if ($n->name instanceof Node\Identifier) {
                    $this->add('member/' . $n->name->name, $n);
                }
                break;
            case $n instanceof Expr\StaticPropertyFetch:
                if ($n->name instanceof Node\VarLikeIdentifier) {
                    $this->add('member/' . $n->name->name, $n);
                }
                break;
            case $n instanceof Expr\ArrayDimFetch:
                $this->add('index', $n);
                break;
            case $n instanceof Expr\Assign:
            case $n instanceof Expr\AssignRef:
            case $n instanceof Expr\AssignOp:
                $this->add('assign', $n);
                break;
            case $n instanceof Expr\Ternary:
                $this->add($n->if ? 'conditional' : 'logical/||', $n);
                break;
            case $n instanceof Expr\BinaryOp:
                if ($n instanceof Expr\BinaryOp\Concat) {
                    break;
                }
                $op = $n->getOperatorSigil();
                $op = ['or' => '||', 'and' => '&&', '<>' => '!='][$op] ?? $op;
                $this->add((in_array($op, ['||', '&&', '??']) ? 'logical/' : 'binary/') . $op, $n);
                break;
            case $n instanceof Expr\Instanceof_:
                $this->add('binary/instanceof', $n);
                break;
            case $n instanceof Expr\BooleanNot:
                $this->add('not', $n);
                break;
            case $n instanceof Expr\Array_:
            case $n instanceof Expr\List_:
                $this->add('array/' . count($n->items), $n);
                break;
            case $n instanceof Node\Scalar\String_:
                if (!preg_match('//u', $n->value)) {
                    break; // bytes that are no text
                }
                $this->addEnd('string/' . sprintf('%08x', crc32($n->value)), $n->getStartFilePos());
                break;
            case $n instanceof Node\FunctionLike:
                $this->addEnd('function/' . count($n->getParams()), $n->getEndFilePos() + 1);
                break;
            case $n instanceof Stmt\ClassLike:
                $members = $traits = 0;
                foreach ($n->stmts as $s) {
                    $members += $s instanceof Stmt\Property ? count($s->props) : ($s instanceof Stmt\ClassConst ? count($s->consts) : ($s instanceof Stmt\TraitUse ? 0 : 1));
                    $traits += $s instanceof Stmt\TraitUse ? count($s->traits) : 0;
                }
                $bases = ($n->extends ?? null) ? (is_array($n->extends) ? count($n->extends) : 1) : 0;
                $bases += count($n->implements ?? []);
                $this->addEnd('class/' . $members . '/' . ($bases + $traits), $n->getEndFilePos() + 1);
                break;
            case $n instanceof Stmt\Return_:
                $this->add('return', $n);
                break;
            case $n instanceof Stmt\Foreach_:
                $this->add('for-each', $n);
                break;
            case $n instanceof Stmt\Switch_:
                $this->add('switch/' . count($n->cases), $n);
                break;
            case $n instanceof Stmt\TryCatch:
                $this->add('try/' . count($n->catches), $n);
                break;
            case $n instanceof Stmt\If_:
                $this->add('if', $n);
                break;
        }
    }
}

foreach (file('php://stdin', FILE_IGNORE_NEW_LINES) as $file) {
    $out = ['File' => $file];
    try {
        $places = new Places();
        $traverser = new PhpParser\NodeTraverser();
        $traverser->addVisitor($places);
        $traverser->traverse($parser->parse(file_get_contents($file)));
        $out['Places'] = array_map('strval', array_keys($places->all));
    } catch (Throwable $e) {
        $out['Error'] = $e->getMessage();
    }
    echo json_encode($out, JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}
