// A shop with five ways to stall it, behind schemas, and four that only look so.
const crypto = require('node:crypto');
const app = require('fastify')({ bodyLimit: 1 << 20 });

const products = [
  { id: 'p-100', name: 'Lamp', price: 40 },
  { id: 'p-200', name: 'Chair', price: 90 },
];

app.get('/health', async () => ({ ok: true }));

app.get('/products', async () => ({ products }));

app.get('/products/:id', async (request, reply) => {
  const found = products.find((p) => p.id === request.params.id);
  return found || reply.code(404).send({ error: 'no such product' });
});

// Stall: the words of a search, matched with a nested repetition.
const search = {
  querystring: { type: 'object', required: ['q', 'sort'], properties: { q: { type: 'string', minLength: 2 }, sort: { enum: ['price', 'name'] } } },
};
app.get('/search', { schema: search }, async (request, reply) => {
  const { q } = request.query;
  if (!/^(\w+\s?)*$/.test(q)) return reply.code(422).send({ error: 'q holds odd characters' });
  return products.filter((p) => p.name.toLowerCase().includes(q.toLowerCase()));
});

// Stall: the phone number, checked by hand behind a schema.
const PHONE = /^(\+?\d+[- ]?)+$/;
const contact = {
  body: {
    type: 'object',
    required: ['name', 'email', 'phone'],
    properties: { name: { type: 'string', minLength: 1 }, email: { type: 'string', format: 'email' }, phone: { type: 'string' } },
  },
};
app.post('/contact', { schema: contact }, async (request, reply) => {
  if (!PHONE.test(request.body.phone)) return reply.code(422).send({ error: 'phone is malformed' });
  return reply.code(201).send({ ok: true });
});

// Stall: every item is compared with every other.
const cart = {
  body: {
    type: 'object',
    required: ['items'],
    properties: { items: { type: 'array', items: { type: 'object', required: ['sku'], properties: { sku: { type: 'string' }, qty: { type: 'integer' } } } } },
  },
};
app.post('/cart', { schema: cart }, async (request) => {
  const unique = [];
  for (const item of request.body.items) {
    if (!unique.some((other) => other.sku === item.sku)) unique.push(item);
  }
  return { items: unique.length };
});

// Stall: as many rows as are asked for.
const report = { querystring: { type: 'object', required: ['rows'], properties: { rows: { type: 'integer', minimum: 1 } } } };
app.get('/report', { schema: report }, async (request) => {
  let sum = 0;
  for (let i = 0; i < request.query.rows; i++) sum = (sum * 31 + i) % 1000003;
  return { sum };
});

// Stall: the hash of a password on the event loop.
const login = { body: { type: 'object', required: ['username', 'password'], properties: { username: { type: 'string' }, password: { type: 'string', minLength: 8, maxLength: 100 } } } };
app.post('/login', { schema: login }, async (request, reply) => {
  const hash = crypto.pbkdf2Sync(request.body.password, 'salt', 400000, 64, 'sha512').toString('hex');
  return reply.code(hash.startsWith('00000000') ? 200 : 401).send({ error: 'wrong password' });
});

// Looks so: the text is cut before it is matched.
const review = { body: { type: 'object', required: ['productId', 'text'], properties: { productId: { enum: ['p-100', 'p-200'] }, text: { type: 'string' } } } };
app.post('/reviews', { schema: review }, async (request, reply) => reply.code(201).send({ text: request.body.text.slice(0, 200).replace(/\s+$/, '') }));

// Looks so: the schema accepts no code of more than twelve characters.
const coupon = { body: { type: 'object', required: ['code'], properties: { code: { type: 'string', maxLength: 12 } } } };
app.post('/coupons', { schema: coupon }, async (request, reply) => {
  if (!/^([A-Z0-9]+-?)+$/.test(request.body.code)) return reply.code(422).send({ error: 'code is malformed' });
  return { discount: 5 };
});

// Looks so: the repetition is nested, and each part ends in a dash.
app.get('/tags/:tag', async (request, reply) => {
  if (!/^(?:[a-z]+-)*[a-z]+$/.test(request.params.tag)) return reply.code(400).send({ error: 'the tag is malformed' });
  return [];
});

// Looks so: the hash is made by the worker pool, and the rounds are those of the program.
const token = { body: { type: 'object', required: ['user'], properties: { user: { type: 'string', maxLength: 100 } } } };
app.post('/tokens', { schema: token }, (request, reply) => {
  crypto.pbkdf2(request.body.user, 'salt', 20000, 64, 'sha512', (err, hash) => (err ? reply.send(err) : reply.send({ token: hash.toString('hex') })));
});

app.delete('/products/:id', async (request, reply) => reply.code(204).send());

app.listen({ port: Number(process.env.PORT || 0), host: '127.0.0.1' });
