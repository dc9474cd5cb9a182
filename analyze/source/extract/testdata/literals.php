<?php
// Prints the constant patterns of preg functions that PHP's own tokenizer finds in the files named on
// standard input, one JSON document a line: {"file", "literals": [[offset in bytes, the string], ...]}.
$functions = ['preg_match', 'preg_match_all', 'preg_replace', 'preg_filter', 'preg_replace_callback', 'preg_split', 'preg_grep'];
foreach (explode("\n", stream_get_contents(STDIN)) as $file) {
    if ($file === '') {
        continue;
    }
    $found = [];
    try {
        $tokens = PhpToken::tokenize(file_get_contents($file), TOKEN_PARSE);
    } catch (Throwable $e) {
        echo json_encode(['file' => $file, 'error' => $e->getMessage()]), "\n";
        continue;
    }
    $tokens = array_values(array_filter($tokens, fn($t) => !$t->isIgnorable()));
    foreach ($tokens as $i => $t) {
        if (!$t->is([T_STRING, T_NAME_FULLY_QUALIFIED]) || !in_array(strtolower(ltrim($t->text, '\\')), $functions)
            || ($tokens[$i + 1]->text ?? '') !== '(' || $i > 0 && $tokens[$i - 1]->is([T_OBJECT_OPERATOR, T_DOUBLE_COLON, T_FUNCTION, T_NEW])) {
            continue;
        }
        $code = '';
        for ($n = $i + 2; isset($tokens[$n]) && ($tokens[$n]->is([T_CONSTANT_ENCAPSED_STRING]) || $tokens[$n]->text === '.'); $n++) {
            $code .= $tokens[$n]->text;
        }
        if ($code !== '' && in_array($tokens[$n]->text ?? '', [',', ')'])) {
            $found[] = [$tokens[$i + 2]->pos, eval("return $code;")];
        }
    }
    $line = json_encode(['file' => $file, 'literals' => $found]);
    echo $line === false ? json_encode(['file' => $file, 'error' => json_last_error_msg()]) : $line, "\n";
}
