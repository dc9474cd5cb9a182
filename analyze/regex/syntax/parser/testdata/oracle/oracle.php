<?php
// Answers what PHP's preg functions say of patterns: see oracle_test.go.
function ranges($ok) {
	$out = []; $start = null; $last = null;
	foreach ($ok as $c) {
		if ($last === null || $c != $last + 1) {
			if ($start !== null) $out[] = dechex($start) . "-" . dechex($last);
			$start = $c;
		}
		$last = $c;
	}
	if ($start !== null) $out[] = dechex($start) . "-" . dechex($last);
	return implode(",", $out);
}
function utf8($c) {
	if ($c < 0x80) return chr($c);
	if ($c < 0x800) return chr(0xC0 | $c >> 6) . chr(0x80 | $c & 63);
	if ($c < 0x10000) return chr(0xE0 | $c >> 12) . chr(0x80 | $c >> 6 & 63) . chr(0x80 | $c & 63);
	return chr(0xF0 | $c >> 18) . chr(0x80 | $c >> 12 & 63) . chr(0x80 | $c >> 6 & 63) . chr(0x80 | $c & 63);
}
$message = "";
set_error_handler(function ($no, $text) use (&$message) { $message = $text; return true; });
$candidates = [];
while (($line = fgets(STDIN)) !== false) {
	[$mode, $flags, $text] = explode("\t", rtrim($line, "\n"));
	if ($mode === "candidates") {
		foreach (explode(",", $text) as $r) {
			[$lo, $hi] = explode("-", $r);
			for ($c = hexdec($lo); $c <= hexdec($hi); $c++) $candidates[] = $c;
		}
		continue;
	}
	$pattern = hex2bin($text);
	$message = "";
	if ($mode === "valid") {
		$result = preg_match("\x01" . $pattern . "\x01" . $flags, "", $m, PREG_UNMATCHED_AS_NULL);
		if ($result === false && $message !== "") {
			echo "invalid\t", str_replace(["\n", "\t"], " ", $message), "\n";
		} else {
			echo "valid\t", 0, "\n";
		}
		continue;
	}
	$re = "\x01^(?:" . $pattern . ")\\z\x01" . $flags;
	$ok = [];
	$bytes = strpos($flags, "u") === false;
	if (@preg_match($re, "") === false) { echo "invalid\t", $message, "\n"; continue; }
	foreach ($candidates as $c) {
		if ($bytes ? $c < 256 && preg_match($re, chr($c)) : preg_match($re, utf8($c)) === 1) $ok[] = $c;
	}
	echo ranges($ok), "\n";
}
