// Answers questions about regular expressions, one JSON array a line, with one JSON value a line:
//	["error", pattern, flags]        why RegExp refuses it, or null
//	["members", pattern, flags, all] which characters match it, as alternating first and last code
//	                                 points of runs: of a sample (planes 0 and 1, and every 61st
//	                                 beyond), or of those that have case; code units without u or v
//	["test", pattern, flags, subject] whether subject matches
// The first line of output is node's version of Unicode.
import fs from 'node:fs';

const cased = [];
for (let c = 0; c <= 0x10ffff; c++) {
	const s = String.fromCodePoint(c);
	if (s.toLowerCase() !== s || s.toUpperCase() !== s || /\p{CWCF}/u.test(s)) cased.push(c);
}

const members = (pattern, flags, all) => {
	const points = /[uv]/.test(flags);
	const re = new RegExp(`^(?:${pattern})$`, flags);
	const bounds = [];
	const test = (c) => {
		if (!points && c > 0xffff) return;
		if (!re.test(String.fromCodePoint(c))) return;
		if (bounds.length > 0 && bounds.at(-1) === c - 1) bounds[bounds.length - 1] = c;
		else bounds.push(c, c);
	};
	if (all) for (let c = 0; c <= 0x10ffff; c += c < 0x20000 ? 1 : 61) test(c);
	else cased.forEach(test);
	return bounds;
};

const answer = ([kind, pattern, flags, argument]) => {
	try {
		if (kind === 'members') return members(pattern, flags, argument);
		if (kind === 'test') return new RegExp(pattern, flags).test(argument);
		new RegExp(pattern, flags);
		return null;
	} catch (e) {
		return e.message;
	}
};

const out = [process.versions.unicode];
for (const line of fs.readFileSync(0, 'utf8').split('\n')) {
	if (line) out.push(JSON.stringify(answer(JSON.parse(line))));
}
process.stdout.write(out.join('\n') + '\n');
