<?php
// Measures JSON in PHP: a request in JSON a line on stdin, an answer a line on stdout.
ini_set('memory_limit', '-1');

function now(): float { return hrtime(true) / 1e6; }

// The least time of several runs, and the median of those after the first third.
function timed(array $q, callable $work): array {
    $times = [];
    $begun = now();
    while (count($times) < $q['reps'] || now() < $begun + 10) { // short ones more often
        $start = now();
        $work();
        $times[] = now() - $start;
        if (now() > $begun + $q['limit'] && count($times) > 1) break;
    }
    $warm = array_slice($times, intdiv(count($times), 3));
    sort($warm);
    return ['least' => min($times), 'typical' => $warm[intdiv(count($warm), 2)]];
}

function answer(array $q): array {
    if ($q['do'] === 'version') return ['version' => PHP_VERSION];
    if ($q['do'] === 'depth') {
        $value = json_decode(str_repeat($q['open'], $q['n']) . ($q['leaf'] ?? '') . str_repeat($q['close'], $q['n']), true, 512, JSON_THROW_ON_ERROR);
        if (!empty($q['stringify'])) json_encode($value, JSON_THROW_ON_ERROR);
        return ['ok' => true];
    }
    $text = file_get_contents($q['file']);
    $value = null;
    $deep = 1024; // the shapes that are deep are 500 deep
    $out = ['length' => strlen($text)];
    $out['parse'] = timed($q, function () use ($text, &$value, $deep) { $value = json_decode($text, true, $deep, JSON_THROW_ON_ERROR); });
    $out['search'] = timed($q, fn() => strpos($text, 'nomatch'));
    if (!empty($q['stringify'])) $out['stringify'] = timed($q, fn() => json_encode($value, JSON_THROW_ON_ERROR, $deep));
    $out['rss'] = memory_get_peak_usage(true);
    return $out;
}

while (($line = fgets(STDIN)) !== false) {
    try {
        $result = answer(json_decode($line, true));
    } catch (\Throwable $e) {
        $result = ['error' => get_class($e) . ': ' . substr($e->getMessage(), 0, 200)];
    }
    fwrite(STDOUT, json_encode($result) . "\n");
    fflush(STDOUT);
}
