const { serve, both, two } = require('./drive');
let user, seen = 0, base, cache;
async function page(own) {
  await two();
  return seen > 0 && base && cache && user === undefined ? own : '';
}
serve(async (req, res) => {
  const user = req.url;
  seen = seen + req.url.length;
  base = req.headers.host && new URL('http://' + req.headers.host).host;
  if (!cache) cache = { first: req.url };
  res.end(await page(user));
}, both);
