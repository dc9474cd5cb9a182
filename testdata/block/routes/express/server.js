// A shop with five ways to stall it, behind checks, and four that only look so.
const crypto = require('node:crypto');
const express = require('express');
const { checkContact } = require('./contact');

const app = express();
app.use(express.json({ limit: '1mb' }));

const products = [
  { id: 'p-100', name: 'Lamp', price: 40 },
  { id: 'p-200', name: 'Chair', price: 90 },
];

app.get('/health', (req, res) => res.json({ ok: true }));

app.get('/products', (req, res) => res.json({ products }));

app.get('/products/:id', (req, res) => {
  const found = products.find((p) => p.id === req.params.id);
  if (!found) return res.status(404).json({ error: 'no such product' });
  res.json(found);
});

// Stall: the words of a search, matched with a nested repetition.
const WORDS = /^(\w+\s?)*$/;
app.get('/search', (req, res) => {
  const { q, sort } = req.query;
  if (!q) return res.status(400).json({ error: 'q is required' });
  if (sort !== 'price' && sort !== 'name') return res.status(422).json({ error: 'sort must be one of price, name' });
  if (!WORDS.test(q)) return res.status(422).json({ error: 'q holds odd characters' });
  res.json(products.filter((p) => p.name.toLowerCase().includes(q.toLowerCase())));
});

// Stall: the phone number, checked in another file.
app.post('/contact', (req, res) => {
  const problem = checkContact(req.body);
  if (problem) return res.status(400).json({ error: problem });
  res.status(201).json({ ok: true });
});

// Stall: every item is compared with every other.
app.post('/cart', (req, res) => {
  const { items } = req.body;
  if (!Array.isArray(items) || items.length === 0) return res.status(400).json({ error: 'items must be an array' });
  if (items.some((item) => typeof item.sku !== 'string')) return res.status(400).json({ error: 'every item needs a "sku"' });
  const unique = [];
  for (const item of items) {
    if (!unique.some((other) => other.sku === item.sku)) unique.push(item);
  }
  res.json({ items: unique.length });
});

// Stall: as many rows as are asked for.
app.get('/report', (req, res) => {
  const rows = Number(req.query.rows);
  if (!Number.isInteger(rows) || rows < 1) return res.status(400).json({ error: 'rows must be an integer' });
  let sum = 0;
  for (let i = 0; i < rows; i++) sum = (sum * 31 + i) % 1000003;
  res.json({ sum });
});

// Stall: the hash of a password on the event loop.
app.post('/login', (req, res) => {
  const { username, password } = req.body;
  if (typeof username !== 'string' || typeof password !== 'string') {
    return res.status(400).json({ errors: [{ path: 'username', msg: 'username must be a string' }, { path: 'password', msg: 'password must be a string' }] });
  }
  const hash = crypto.pbkdf2Sync(password.slice(0, 100), 'salt', 400000, 64, 'sha512').toString('hex');
  res.status(hash.startsWith('00000000') ? 200 : 401).json({ error: 'wrong password' });
});

// Looks so: the text is cut before it is matched.
app.post('/reviews', (req, res) => {
  const { productId, text } = req.body;
  if (!products.some((p) => p.id === productId)) return res.status(422).json({ error: 'productId must be one of p-100, p-200' });
  if (typeof text !== 'string') return res.status(400).json({ error: 'text is required' });
  res.status(201).json({ text: text.slice(0, 200).replace(/\s+$/, '') });
});

// Looks so: no code is longer than twelve characters.
app.post('/coupons', (req, res) => {
  const code = req.body.code;
  if (typeof code !== 'string' || code.length > 12) return res.status(400).json({ error: 'code must be a short string' });
  if (!/^([A-Z0-9]+-?)+$/.test(code)) return res.status(422).json({ error: 'code is malformed' });
  res.json({ discount: 5 });
});

// Looks so: the repetition is nested, and each part ends in a dash.
app.get('/tags/:tag', (req, res) => {
  if (!/^(?:[a-z]+-)*[a-z]+$/.test(req.params.tag)) return res.status(400).json({ error: 'the tag is malformed' });
  res.json([]);
});

// Looks so: the hash is made by the worker pool, and the rounds are those of the program.
app.post('/tokens', (req, res, next) => {
  const { user } = req.body;
  if (typeof user !== 'string') return res.status(400).json({ error: 'user is required' });
  crypto.pbkdf2(user.slice(0, 100), 'salt', 20000, 64, 'sha512', (err, hash) => (err ? next(err) : res.json({ token: hash.toString('hex') })));
});

app.delete('/products/:id', (req, res) => res.status(204).end());

app.listen(process.env.PORT || 0, '127.0.0.1');
