const { AsyncLocalStorage } = require('node:async_hooks');
const EventEmitter = require('node:events');
const { tell } = require('./drive');
const jobs = new AsyncLocalStorage();
const bus = new EventEmitter();
bus.on('job', (job) => { jobs.enterWith(job); }); //! context-leak
jobs.run('mine', () => { bus.emit('job', 'other'); tell(jobs.getStore() === 'mine'); });
