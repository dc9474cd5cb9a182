package reach

import "testing"

// TestMembershipGuards holds texts against lists of constants, and against functions whose answer has to be waited for.
func TestMembershipGuards(t *testing.T) {
	for _, g := range []guardCase{
		{"in_array", "a.php", `<?php
$s = $_POST['s'];
$o = $_POST['o'];
$kinds = ['large', 'small'];
$numbers = ['1', '20'];
GUARD
preg_match('/(a+)+$/', $s);
GUARD
`, "5", "8388608", []string{
			`if (!in_array($s, ['large', 'small'], true)) exit;`,
			`if (!in_array($s, $kinds, true)) { throw new Exception('no'); }`,
			`if (!in_array($s, $kinds)) die('no');`,
			`in_array($s, $kinds, true) or exit;`,
			`if (in_array($s, $kinds, true) === false) exit;`,
			`if ($o || !in_array($s, $kinds, true)) exit;`,
			`$ok = in_array($s, $kinds, true); if (!$ok) exit;`,
			"if (in_array($s, $kinds, true)) {\n---\n}",
			`if (!in_array($s, array('large', 'small'))) { http_response_code(400); exit; }`,
			`if ($s !== 'large' && $s !== 'small') exit;`,
		}, []string{
			`if (!in_array($o, $kinds, true)) exit;`,
			`if (in_array($s, $kinds, true)) exit;`,
			`if (!in_array($s, $numbers)) exit;`,
			`if (!in_array($s, ['large', true])) exit;`,
			`if (!in_array($s, ['a' => true, 'b' => 'large'])) exit;`,
			`if (array_search($s, [true, 'large']) === false) exit;`,
			`if ($o) goto on; if (!in_array($s, $kinds, true)) exit; on:`,
			`if (!in_array('large', $s, true)) exit;`,
			`if (!in_array($s, $_POST['kinds'], true)) exit;`,
			`if (!in_array($s, $kinds, true)) echo 'no';`,
			`if ($o && !in_array($s, $kinds, true)) exit;`,
			`in_array($s, $kinds, true);`,
			"\n---\nif (!in_array($s, $kinds, true)) exit;",
			`$kinds[] = $o; if (!in_array($s, $kinds, true)) exit;`,
			`if (!in_array($s, $kinds, true)) exit; $s = $_POST['t'];`,
		}},
		{"isset", "a.php", `<?php
const COLUMNS = ['created' => 'c', 'abcdefghijklmnopqrstuvwxy' => 'd'];
$s = $_POST['s'];
$o = $_POST['o'];
$map = ['created' => 'c', 'abcdefghijklmnopqrstuvwxy' => 'd'];
GUARD
preg_match('/(a+)+$/', $s);
GUARD
`, "25", "8388608", []string{
			`if (!isset($map[$s])) exit;`,
			`if (!isset(COLUMNS[$s])) exit;`,
			`isset($map[$s]) or exit;`,
			"if (isset($map[$s])) {\n---\n}",
			`if (!isset($map[$s])) { throw new Exception('no'); }`,
			`if ($o || !isset($map[$s])) exit;`,
			`$ok = isset($map[$s]); if (!$ok) exit;`,
			`if (!isset($map[$s]) || $o) exit;`,
		}, []string{
			`if (isset($map[$s])) exit;`,
			`if (!isset($map[$o])) exit;`,
			`if (!isset($_POST[$s])) exit;`,
			`if (!isset($map[$s])) echo 'no';`,
			`$map[$o] = 1; if (!isset($map[$s])) exit;`,
			`if (!isset($s[2])) exit;`,
			`if ($o && !isset($map[$s])) exit;`,
			"\n---\nif (!isset($map[$s])) exit;",
			`$map += $_POST; if (!isset($map[$s])) exit;`,
			`extract($_POST); if (!isset($map[$s])) exit;`,
			`$r = &$map; $r[$o] = 1; if (!isset($map[$s])) exit;`,
			`isset($map[$s]);`,
			`if (!isset($map[$s])) exit; $s = $_POST['t'];`,
			`$map = array_flip($_POST); if (!isset($map[$s])) exit;`,
			`foreach ($_POST as $k => $v) { $map[$k] = $v; } if (!isset($map[$s])) exit;`,
		}},
		{"asynchronous", "a.js", `
const app = require('express')()
async function isShort(s) { return s.length <= 10 }
async function must(s) { if (s.length > 10) throw new Error('no') }
const both = async s => isShort(s)
app.post('/a', async (req, res) => { let s = req.body.s; const o = req.body.o
  GUARD;
  /(a+)+$/.test(s);
  GUARD
})`, "10", "102400", []string{
			"if (!(await isShort(s))) return",
			"if (!await isShort(s)) throw new Error('no')",
			"await must(s)",
			"const ok = await isShort(s); if (!ok) return",
			"if (!await both(s)) return",
			"if (await isShort(s)) {\n---\n}",
			"if (true !== await isShort(s)) return",
			"try { await must(s) } catch { return }",
			"if (o || !await isShort(s)) return",
		}, []string{
			"if (!isShort(s)) return",
			"must(s)",
			"const ok = isShort(s); if (!ok) return",
			"if (!both(s)) return",
			"if (isShort(s)) {\n---\n}",
			"if (await isShort(o)) {\n---\n}",
			"try { must(s) } catch { return }",
			"try { await must(s) } catch { res.status(400) }",
			"await isShort(s)",
			"if (!isShort(s).valueOf()) return",
		}},
		{"zod.enum", "a.js", `
const app = require('express')(), { z } = require('zod')
const Kind = z.enum(['large', 'small']), Body = z.object({ s: Kind, o: z.string() })
app.post('/a', async (req, res) => { let s = req.body.s, o = req.body.o
  GUARD;
  /(a+)+$/.test(s);
  GUARD
})`, "5", "102400", []string{
			"s = Kind.parse(s)",
			"s = Body.parse(req.body).s",
			"({ s, o } = Body.parse(req.body))",
			"const r = Kind.safeParse(s); if (!r.success) return; s = r.data",
			"const r = Body.safeParse(req.body); if (!r.success) return res.status(400).end(); s = r.data.s",
			"s = await Kind.parseAsync(s)",
			"s = z.enum(['large', 'small']).parse(req.body.s)",
			"s = z.union([z.literal('large'), z.literal('small')]).parse(s)",
			"s = z.object({ s: Kind.optional() }).parse(req.body).s",
			"s = z.nativeEnum({ A: 'large', B: 'small' }).parse(s)",
		}, []string{
			"Kind.parse(o)",
			"s = z.string().parse(s)",
			"s = Body.parse(req.body).o",
			"const r = Kind.safeParse(s); if (!r.success) return; s = req.body.t",
			"const r = Body.safeParse(req.body); s = req.body.s",
			"s = z.union([Kind, z.string()]).parse(s)",
			"s = Kind.or(z.string()).parse(s)",
			"s = Kind.catch(o).parse(s)",
			"s = Kind.parse(o) + s",
			"s = z.any().parse(s)",
		}},
	} {
		g.run(t)
	}
}
