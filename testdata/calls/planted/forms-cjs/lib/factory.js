module.exports = ({ db, User }) => {
  const show = (req, res) => { db.query(req.url); res.end(User.find(1)); };
  return { show };
};
