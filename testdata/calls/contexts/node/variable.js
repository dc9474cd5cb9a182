const { serve, both, two } = require('./drive');
let user;
async function page() {
  await two();
  return user;
}
serve(async (req, res) => {
  user = req.url; //! request-in-module
  res.end(await page());
}, both);
