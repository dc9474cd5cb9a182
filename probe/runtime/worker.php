<?php
// Measures JSON in PHP: a request in JSON a line on stdin, an answer a line on stdout.
ini_set('memory_limit', '-1');

function now(): float { return hrtime(true) / 1e6; }

function best(int $reps, callable $work): float {
    $least = INF;
    $begun = now();
    for ($i = 0; $i < $reps || now() < $begun + 10; $i++) { // short ones more often
        $start = now();
        $work();
        $least = min($least, now() - $start);
        if (now() > $begun + 400 && $i > 0) break;
    }
    return $least;
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
    $out['parse'] = best($q['reps'], function () use ($text, &$value, $deep) { $value = json_decode($text, true, $deep, JSON_THROW_ON_ERROR); });
    $out['search'] = best($q['reps'], fn() => strpos($text, 'nomatch'));
    if (!empty($q['stringify'])) $out['stringify'] = best($q['reps'], fn() => json_encode($value, JSON_THROW_ON_ERROR, $deep));
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
