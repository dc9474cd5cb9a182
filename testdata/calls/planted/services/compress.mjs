import zlib from 'zlib';
export const compress = (text) => pack(zlib.deflateSync(text)); //!
function pack(text) { return zlib.brotliCompressSync(text) + zlib.gunzipSync(text); } //!2
export const later = () => zlib.inflateSync('x');
