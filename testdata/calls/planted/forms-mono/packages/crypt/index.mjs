import bcrypt from 'bcrypt';
export default { hash: (p) => bcrypt.hashSync(p, 10) }; //!
