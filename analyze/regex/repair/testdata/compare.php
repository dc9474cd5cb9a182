<?php
// See compare.py.
function results(string $regex, string $mode, string $text, string $what): string {
    if ($mode === 'all') {
        $n = preg_match_all($regex, $text, $found, PREG_SET_ORDER | PREG_OFFSET_CAPTURE);
    } else {
        $n = preg_match($regex, $text, $m, PREG_OFFSET_CAPTURE);
        $found = $n ? [$m] : [];
    }
    if ($n === false) {
        return 'error ' . preg_last_error_msg();
    }
    $all = [];
    foreach (array_slice($found, 0, 50) as $m) {
        $one = [];
        foreach ($m as $g => [$s, $at]) {
            if (is_int($g) && ($what !== 'spans' || $g === 0)) {
                $one[] = $at < 0 ? '-' : $at . '-' . ($at + strlen($s));
            }
        }
        while (end($one) === '-') {
            array_pop($one);
        }
        $all[] = implode(' ', $one);
    }
    return implode(', ', $all);
}

function delimit(string $pattern, string $flags): string {
    return "\x01" . $pattern . "\x01" . $flags;
}

while (($line = fgets(STDIN)) !== false) {
    $fields = array_map('base64_decode', explode("\t", rtrim($line, "\n")));
    [$mode, $flags, $what, $a, $b] = $fields;
    $a = delimit($a, $flags);
    $b = delimit($b, $flags);
    $answer = '';
    if (@preg_match($a, '') === false || @preg_match($b, '') === false) {
        $answer = 'refused: ' . (error_get_last()['message'] ?? '');
    }
    foreach ($answer === '' ? array_slice($fields, 5) : [] as $text) {
        $x = results($a, $mode, $text, $what);
        $y = results($b, $mode, $text, $what);
        if ($x !== $y) {
            $answer = json_encode($text, JSON_INVALID_UTF8_SUBSTITUTE) . ": $x and $y";
            break;
        }
    }
    echo base64_encode($answer), "\n";
}
