import fs from 'fs';
export const files = {
  first: () => fs.lstatSync('x'), //!
  async second() { return inner.third(); },
  get size() { return fs.statSync('x').size; },
};
const inner = { third: () => fs.rmSync('x') }; //!
