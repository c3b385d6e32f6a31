/** An executable from a published archive, which is run only if its SHA-256 is the one pinned here. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { failureLog } from '../plain/paths.mjs';
import { runCommand } from '../plain/run-command.mjs';

export interface Archive {
  readonly url: string;
  readonly sha256: string;
  /** Path of the executable in the archive. */
  readonly member: string;
}

/** By platform, such as `linux-x64`. */
export type Archives = Readonly<Record<string, Archive>>;

/** To the first byte of the answer, and between any two of them, ms. */
const LIMITS = { connectMs: 10_000, stallMs: 10_000 };

/** Resolves with the path of the file inside `folder`. Rejects for a platform without an archive. */
export async function fromArchive(
  folder: string,
  archives: Archives,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  const archive = archives[platform];
  if (!archive) throw new Error(`no archive is pinned for ${platform}`);
  const file = join(folder, 'archive.tgz');
  await download(archive.url, file);
  const arrived = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  if (arrived !== archive.sha256)
    throw new Error(`${archive.url} has the SHA-256 ${arrived}, pinned is ${archive.sha256}`);
  await runCommand('tar', ['-xzf', file, '-C', folder, archive.member], { log: failureLog('archive', env) });
  return join(folder, archive.member);
}

/**
 * Downloads a file over HTTP and resolves with its bytes. Rejects on any status but 200, on a stall, and when fewer bytes
 * arrive than were announced.
 */
export async function download(
  url: string,
  file: string,
  limits: Partial<typeof LIMITS> = {},
): Promise<number> {
  const { connectMs, stallMs } = { ...LIMITS, ...limits };
  const stop = new AbortController();
  let timer = setTimeout(() => stop.abort(new Error(`no answer from ${url} in ${connectMs} ms`)), connectMs);
  try {
    const response = await fetch(url, { signal: stop.signal, redirect: 'follow' });
    if (response.status !== 200 || !response.body) throw new Error(`${url} answered ${response.status}`);
    const announced = Number(response.headers.get('content-length') ?? 0);
    let bytes = 0;
    const watch = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        clearTimeout(timer);
        timer = setTimeout(() => stop.abort(new Error(`${url} stalled`)), stallMs);
        done(null, chunk);
      },
    });
    await pipeline(Readable.from(response.body), watch, createWriteStream(file), { signal: stop.signal });
    if (announced > 0 && bytes < announced)
      throw new Error(`${url} broke off at ${bytes} of ${announced} bytes`);
    return bytes;
  } catch (error) {
    const { message, cause } = error as Error;
    const told = cause instanceof Error ? cause.message : message;
    throw stop.signal.aborted ? stop.signal.reason : new Error(told, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
