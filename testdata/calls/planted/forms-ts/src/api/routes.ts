import express, { Request, Response } from 'express';
import { Keys, zip, load, sizeOf, Service, FileRepo, Logger, makeStore } from '@core';
import { table } from '#disk';
import { pack } from '#lib/zip';
const app = express();
const service = new Service(new FileRepo(), { log: new Logger() });
const store = makeStore('/tmp');
app.get('/a', (req: Request, res: Response) => { res.json(service.get(req.params.id)); });
app.get('/b', (req, res) => { res.send(load('x') + sizeOf('x')); });
app.get('/c', async (req, res) => { for await (const c of zip.chunks([])) res.write(c); });
app.get('/d', (req, res) => { res.send(Keys.get().derive('x')); Keys.get().pair(); });
app.get('/e', (req, res) => { store.save('x'); store.drop('x'); });
app.get('/f', (req, res) => { const f = table[req.query.k as 'one' | 'two']; res.send(f('x')); });
app.get('/g', async (req, res) => { const { compute } = await import('./lazy.js'); compute(req.body); res.send(pack(req.body)); });
app.get('/h', async (req, res) => { (await import('./late')).default(req); });
class Controller {
  constructor(private svc = new Inner()) {}
  show = async (req: Request, res: Response) => { res.json(this.svc.run()); };
  async list(req: Request, res: Response) { res.json(this.svc.all()); }
}
import Inner from './inner';
const c = new Controller();
app.get('/i', c.show);
app.get('/j', c.list.bind(c));
