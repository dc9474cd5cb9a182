const { AsyncLocalStorage } = require('node:async_hooks');
const { tell, pause } = require('./drive');
const jobs = new AsyncLocalStorage();
async function work(list) {
  for (const job of list) await jobs.run(job, () => pause(1));
  tell(jobs.getStore() === 'mine');
}
jobs.run('mine', () => work(['a', 'b']));
