import Fastify from 'fastify';
import { read } from '@org/disk';
import { deep } from '@org/disk/deep';
import crypt from 'crypt';
const app = Fastify();
app.route({ method: 'GET', url: '/', handler: async (request, reply) => read('x') });
app.register(async (f) => { f.get('/deep', { preHandler: check }, async () => deep()); });
async function check(request) { crypt.hash(request.body.p); }
