// Routes of a small shop. The patterns are the kind that real services have.
const path = /(\/.+)+$/;

export function isPage(url) {
  return path.test(url);
}

export function productId(url) {
  const found = /^\/products\/(?<id>[0-9]{1,9})$/.exec(url);
  return found && Number(found.groups.id);
}

// Division is no regex: the next line has none.
export const pages = (items, perPage) => Math.ceil(items / perPage) / 1;
