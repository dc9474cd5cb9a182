import fs from 'fs';
export interface Repo { find(id: string): string }
export class FileRepo implements Repo {
  find(id: string) { return fs.readFileSync(id, 'utf8'); } //!
}
export class Service {
  private log: Logger;
  constructor(private repo: Repo, { log }: { log: Logger }) { this.log = log; }
  get(id: string) { this.log.write(id); return this.repo.find(id); }
}
export class Logger { write(t: string) { fs.appendFileSync('log', t); } } //!
export function makeStore(dir: string) {
  const path = (n: string) => fs.realpathSync(dir + n); //!
  return { save(n: string) { fs.writeFileSync(path(n), n); }, drop: (n: string) => fs.unlinkSync(path(n)) }; //!2
}
