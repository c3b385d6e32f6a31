/** Downloads a file over HTTP; a connection that stalls is given up. */
import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** To the first byte of the answer, and between any two of them, ms. */
const CONNECT_MS = 10_000;
const STALL_MS = 10_000;

/** Rejects on any status but 200, on a stall, and when fewer bytes arrive than were announced. */
export async function download(url, file, { connectMs = CONNECT_MS, stallMs = STALL_MS } = {}) {
  const stop = new AbortController();
  let timer = setTimeout(() => stop.abort(new Error(`no answer from ${url} in ${connectMs} ms`)), connectMs);
  try {
    const response = await fetch(url, { signal: stop.signal, redirect: 'follow' });
    if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
    const announced = Number(response.headers.get('content-length') ?? 0);
    let bytes = 0;
    const watch = new Transform({
      transform(chunk, _encoding, done) {
        bytes += chunk.length;
        clearTimeout(timer);
        timer = setTimeout(() => stop.abort(new Error(`${url} stalled`)), stallMs);
        done(null, chunk);
      },
    });
    await pipeline(response.body, watch, createWriteStream(file), { signal: stop.signal });
    if (announced > 0 && bytes < announced)
      throw new Error(`${url} broke off at ${bytes} of ${announced} bytes`);
    return bytes;
  } catch (error) {
    throw stop.signal.aborted
      ? stop.signal.reason
      : new Error(error.cause?.message ?? error.message, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
