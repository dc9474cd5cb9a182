export { Store } from './store.js';
export { store } from './store.js';
export * from './compress.mjs';
