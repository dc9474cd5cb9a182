const { serve, both, two } = require('./drive');
serve(async (req, res) => {
  res.locals = { user: req.url };
  await two();
  res.end(res.locals.user);
}, both);
