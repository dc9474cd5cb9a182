const db = require('./db');
const execa = require('execa');
const shell = require('shelljs');
const request = require('sync-request');
const { XMLHttpRequest } = require('xmlhttprequest');
const deasync = require('deasync');
exports.report = async (q, s) => {
  const rows = db.all('select 1');
  const page = fetchPage('http://localhost/');
  deasync.loopWhile(() => !rows.done); //!
  s.json({ rows, page });
};
function fetchPage(url) {
  const x = new XMLHttpRequest();
  x.open('GET', url, false); //!
  execa.sync('ls'); //!
  shell.exec('ls'); //!
  shell.exec('ls', () => {});
  return request('GET', url); //!
}
