<?php
// Measures JSON in PHP: a request in JSON a line on stdin, an answer a line on stdout.
ini_set('memory_limit', '-1');

function now(): float { return hrtime(true) / 1e6; }

// How long this thread was ready to run and had no processor so far, 0 where the kernel does not tell.
function waited(): float {
    $figures = @file_get_contents('/proc/thread-self/schedstat');
    return $figures === false ? 0 : explode(' ', $figures)[1] / 1e6;
}

// What some work takes without the waits for a processor, and how long those are. Those outside of it are no longer than
// what asking took.
function spent(callable $work): array {
    $asked = now();
    $before = waited();
    $start = now();
    $work();
    $end = now();
    $lost = max(waited() - $before - ($start - $asked) - (now() - $end), 0);
    return [$end - $start - $lost, $lost];
}

// What each of several runs took and lost. The limit is for what they take, the clock for all of it.
function timed(array $q, callable $work): array {
    $runs = [];
    $took = 0;
    $begun = now();
    while (count($runs) < $q['reps'] || now() < $begun + 10 && count($runs) < $q['most']) { // short ones more often
        $runs[] = $run = spent($work);
        $took += $run[0];
        if (count($runs) > 1 && ($took > $q['limit'] || now() > $begun + $q['clock'])) break;
    }
    return $runs;
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
