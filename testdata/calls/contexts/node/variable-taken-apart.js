const { serve, both, two } = require('./drive');
let trace, last = 0;
serve(async function (req, res) {
  const { url: path } = req;
  const own = { path };
  trace = own; //! request-in-module
  last = Date.now();
  await two(last);
  res.end(trace.path);
}, both);
