// Reads property expressions, one a line, and writes for each the characters that node gives it as
// a JSON array of alternating first and last code points, or null where node refuses it. Without a
// star before the expression it looks below U+20000 only. The first line of output is node's version
// of Unicode.
import fs from 'node:fs';

// All code points, with the low surrogates before the high ones so that no pair forms.
let text = '';
const starts = [];
const blocks = [[0, 0xd7ff], [0xdc00, 0xdfff], [0xd800, 0xdbff], [0xe000, 0x1ffff], [0x20000, 0x10ffff]];
for (const [lo, hi] of blocks) {
	starts.push(text.length);
	const parts = [];
	for (let c = lo; c <= hi; c++) parts.push(String.fromCodePoint(c));
	text += parts.join('');
}

const planes01 = text.slice(0, starts[4]);

const members = (source, subject) => {
	const re = new RegExp(`(?:${source})+`, 'gu');
	const ranges = [];
	for (const m of subject.matchAll(re)) {
		let at = m.index;
		const end = at + m[0].length;
		while (at < end) {
			// The matched text is contiguous in each block.
			const first = text.codePointAt(at);
			let block = blocks.findIndex(([lo, hi]) => lo <= first && first <= hi);
			const stop = Math.min(end, starts[block + 1] ?? text.length);
			const wide = text.codePointAt(stop - 1) >= 0xdc00 && stop > 1 && text.codePointAt(stop - 2) > 0xffff;
			ranges.push([first, text.codePointAt(wide ? stop - 2 : stop - 1)]);
			at = stop;
		}
	}
	return ranges.sort((a, b) => a[0] - b[0]).flat();
};

const out = [process.versions.unicode];
for (const expr of fs.readFileSync(0, 'utf8').split('\n')) {
	if (!expr) continue;
	let result = null;
	try {
		result = expr[0] === '*' ? members(`\\p{${expr.slice(1)}}`, text) : members(`\\p{${expr}}`, planes01);
	} catch {}
	out.push(JSON.stringify(result));
}
process.stdout.write(out.join("\n") + "\n");
