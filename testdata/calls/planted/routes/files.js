const { Router } = require('express');
const disk = require('../lib/disk');
const { withLock } = require('../lib/lock');
exports.router = Router();
exports.router.route('/:name')
  .get(disk.send)
  .put(async (req, res) => { await withLock(() => disk.save(req)); res.end(); })
  .delete(disk.controller.remove);
