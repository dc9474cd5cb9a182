// The worker that measures matches in PHP's preg functions. The protocol is described in protocol.go.

/** Processor time in milliseconds. */
function cpu(): float {
    $u = getrusage();
    return ($u['ru_utime.tv_sec'] + $u['ru_stime.tv_sec']) * 1e3 + ($u['ru_utime.tv_usec'] + $u['ru_stime.tv_usec']) / 1e3;
}

/** Whether processor time is not counted in ticks that are too coarse: then only the wall clock is left. */
function fine(): bool {
    $last = cpu();
    $coarsest = 0.0;
    for ($end = hrtime(true) + 4e6; hrtime(true) < $end;) {
        $now = cpu();
        if ($now > $last) {
            $coarsest = max($coarsest, $now - $last);
            $last = $now;
        }
    }
    return $coarsest > 0 && $coarsest < 1.5;
}

final class Job {
    private string $regex;
    private bool $all;
    private array $pumps;
    private string $suffix;
    private bool $bytes;

    public function __construct(array $q) {
        $this->bytes = $q['bytes'];
        $pattern = $this->text($q['pattern']);
        $flags = $q['flags'];
        $this->all = $q['mode'] === 'all';
        if ($q['mode'] === 'full') {
            // What begins with (*...) must stay in front, and a comment under x must end.
            preg_match('/^(?:\(\*[A-Z][A-Z0-9_]*(?:=\d+)?\))*/', $pattern, $start);
            $rest = substr($pattern, strlen($start[0]));
            $end = str_contains($flags, 'x') ? "\n" : '';
            $pattern = $start[0] . '\A(?:' . $rest . $end . ')\z';
        }
        if ($q['mode'] === 'prefix') {
            $flags .= 'A';
        }
        $delimiter = $this->delimiter($pattern);
        $this->regex = $delimiter . $pattern . $delimiter . $flags;
        error_clear_last();
        if (@preg_match($this->regex, '') === false) {
            throw new RuntimeException(error_get_last()['message'] ?? preg_last_error_msg());
        }
        $this->pumps = array_map(fn ($p) => [$this->text($p[0]), $this->text($p[1]), $p[2]], $q['pumps']);
        $this->suffix = $this->text($q['suffix']);
    }

    /** Bytes come as the characters from U+0000 to U+00FF. */
    private function text(string $s): string {
        if (!$this->bytes) {
            return $s;
        }
        return preg_replace_callback('/[\x{80}-\x{ff}]/u', fn ($m) => chr((ord($m[0][0]) & 3) << 6 | ord($m[0][1]) & 63), $s);
    }

    /** A delimiter must not stand in the pattern, since it could be escaped but would then mean something else. */
    private function delimiter(string $pattern): string {
        foreach (str_split('/~#%!@;,`"' . implode('', array_map('chr', range(1, 8)))) as $c) {
            if (!str_contains($pattern, $c)) {
                return $c;
            }
        }
        throw new RuntimeException('the pattern holds every delimiter');
    }

    public function build(int $n): string {
        $s = '';
        foreach ($this->pumps as [$prefix, $pump, $last]) {
            $s .= $prefix . ($last ? $this->rising($pump, $last, $n) : str_repeat($pump, $n));
        }
        return $s . $this->suffix;
    }

    private function rising(string $pump, int $last, int $n): string {
        preg_match('/^./su', $pump, $m);
        $size = strlen($m[0]);
        $first = $size === 1 ? ord($m[0]) : hexdec(substr(json_encode($m[0]), strlen('"\u'), 4)); // there need be no mb_ord
        $s = '';
        for ($i = 0; $i < $n; $i++) {
            $s .= json_decode(sprintf('"\u%04x"', $first + $i % ($last - $first + 1))) . substr($pump, $size);
        }
        return $s;
    }

    public function match(string $s): bool {
        if (!$this->all) {
            return (bool) @preg_match($this->regex, $s);
        }
        @preg_replace($this->regex, '', $s, -1, $count);
        return $count > 0;
    }

    public function length(string $s): int {
        return $this->bytes ? strlen($s) : preg_match_all('/./us', $s);
    }
}

function run(Job $job, int $n, int $times, bool $fine): array {
    $text = str_repeat($job->build($n), $times);
    $best = INF;
    $total = 0.0;
    $answer = ['length' => $job->length($text)];
    // A cheap match is run again, and the smallest time counts.
    for ($i = 0; $i < 5 && $total < 6; $i++) {
        $wall = hrtime(true);
        $cpu = $fine ? cpu() : 0.0;
        $matched = $job->match($text);
        $error = preg_last_error();
        $took = (hrtime(true) - $wall) / 1e6;
        if ($fine) {
            $took = min($took, cpu() - $cpu);
        }
        $best = min($best, $took);
        $total += $took;
        if ($error === PREG_BACKTRACK_LIMIT_ERROR || $error === PREG_RECURSION_LIMIT_ERROR || $error === PREG_JIT_STACKLIMIT_ERROR) {
            $answer['limit'] = preg_last_error_msg();
            break;
        }
        if ($error !== PREG_NO_ERROR) {
            throw new RuntimeException(preg_last_error_msg());
        }
    }
    return $answer + ['ms' => round($best, 6), 'matched' => $matched];
}

function reply(array $answer): void {
    fwrite(STDOUT, json_encode($answer, JSON_INVALID_UTF8_SUBSTITUTE | JSON_PRESERVE_ZERO_FRACTION) . "\n");
}

$fine = fine();
reply(['id' => 0, 'version' => PHP_VERSION . ', PCRE2 ' . strtok(PCRE_VERSION, ' ') . (PCRE_JIT_SUPPORT && ini_get('pcre.jit') ? ', JIT' : '')]);
$job = null;
while (($line = fgets(STDIN)) !== false) {
    $q = json_decode($line, true, 16, JSON_THROW_ON_ERROR);
    $stage = isset($q['n']) ? 'run' : 'compile';
    $answer = ['id' => $q['id']];
    try {
        if ($stage === 'compile') {
            $job = null;
            $job = new Job($q);
        } else {
            $answer += run($job, $q['n'], $q['times'], $fine);
        }
    } catch (Exception $e) {
        $answer += ['stage' => $stage, 'error' => substr($e->getMessage(), 0, 300)];
    }
    reply($answer);
}
