import zlib from 'zlib';
export async function* chunks(a: Buffer[]) { for (const b of a) yield zlib.gzipSync(b); } //!
export function pack(b: Buffer) { return zlib.deflateSync(b); } //!
