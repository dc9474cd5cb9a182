const { checkToken } = require('./token');
const hash = require('./hash');
exports.guard = async function guard(req, res, next) {
  const user = checkToken(req.headers.authorization);
  if (!hash.verify(req.query.password, user.hash)) return res.sendStatus(401);
  next();
};
