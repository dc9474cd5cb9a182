import { Router } from 'express';
import * as service from '../services/users.js';
import hash from '../lib/hash.js';
const router = new Router();
router.get('/', service.list);
router.get('/:id', async (req, res) => res.json(await service.one(req.params.id)));
router.post('/', async (req, res) => {
  req.body.hash = hash.make(req.body.password);
  res.json(service.create(req.body));
});
export default router;
