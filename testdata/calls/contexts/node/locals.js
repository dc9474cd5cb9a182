const { serve, both, two } = require('./drive');
const app = { locals: {} };
serve(async (req, res) => {
  app.locals.user = req.url; //! request-in-module
  await two();
  res.end(app.locals.user);
}, both);
