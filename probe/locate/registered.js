async function () {
  const routes = [], functions = [], numbers = new Map();
  const number = f => { if (!numbers.has(f)) { numbers.set(f, functions.length); functions.push(f) } return numbers.get(f) };
  const add = (method, path, handlers) => {
    if (routes.length < 5000 && typeof method === 'string' && typeof path === 'string') routes.push({ method: method.toUpperCase(), path, handlers: handlers.filter(h => typeof h === 'function').slice(-8).map(number) });
  };
  // Express 4 keeps of a prefix a regex only, and Express 5 nothing that can be read.
  const prefix = layer => {
    if (!layer.regexp) return layer.slash ? '' : '/{…}';
    let i = 0;
    const source = layer.regexp.fast_slash ? '' : layer.regexp.source;
    const path = source.replace(/^\^/, '').replace('\\/?(?=\\/|$)', '').replace(/\(\?:\\?\/?\(\[\^\\?\/\]\+\?\)\)|\(\[\^\\?\/\]\+\?\)/g, m => (m.includes('?:\\/') || m.includes('?:/') ? '/' : '') + ':' + ((layer.keys || [])[i++] || {}).name).replace(/\\(.)/g, '$1');
    return /[()[\]|^$]/.test(path) ? '/{…}' : path;
  };
  const walk = (stack, above, depth) => {
    for (const layer of depth < 12 && Array.isArray(stack) ? stack : []) {
      if (layer.route) {
        for (const path of [].concat(layer.route.path)) for (const method of Object.keys(layer.route.methods || {}))
          add(method === '_all' ? 'ALL' : method, above + (path instanceof RegExp ? '{…}' : path), layer.route.stack.filter(l => !l.method || l.method === method).map(l => l.handle));
      } else if (layer.handle && Array.isArray(layer.handle.stack)) walk(layer.handle.stack, above + prefix(layer), depth + 1);
    }
  };
  for (const f of this) try {
    if (typeof f.handle === 'function' && f.settings && f.mountpath !== undefined) walk((f._router || f.router || {}).stack, typeof f.path === 'function' ? f.path() : '', 0);
    else if (f.router && Array.isArray(f.router.stack)) for (const layer of f.router.stack) for (const method of Array.isArray(layer.methods) ? layer.methods : []) if (method !== 'HEAD') add(method, String(layer.path), layer.stack);
  } catch { }
  for (const router of FOUND) try {
    // What nobody has registered Fastify answers by a router of its own.
    if (/fourOhFour/.test((router.defaultRoute || {}).name)) continue;
    for (const r of router.routes) {
      const store = r.store || {}, all = [].concat(r.method).length > 20;
      for (const method of all ? ['ALL'] : [].concat(r.method)) add(method, r.path, [r.handler, store.handler]);
    }
  } catch { }
  return { routes: JSON.stringify(routes), functions };
}
