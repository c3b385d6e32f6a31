/** Executables in the cache: made in a folder of their own and moved into place whole, by one process at a time. */
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A lock older than this was left behind, ms. */
const STALE_MS = 30 * 60 * 1000;
const POLL_MS = 500;

/**
 * Puts an executable at `target`. `make(folder)` returns the path of the finished file inside `folder`. When
 * another process is making the same file, waits for it instead.
 */
export async function intoCache(target, make) {
  await mkdir(dirname(target), { recursive: true });
  const lock = `${target}.lock`;
  while (!(await takeLock(lock))) {
    if (existsSync(target)) return target;
    await delay(POLL_MS);
  }
  const folder = await mkdtemp(join(dirname(target), 'partial-'));
  try {
    if (existsSync(target)) return target;
    const made = await make(folder);
    await chmod(made, 0o755);
    await rename(made, target);
    return target;
  } finally {
    await rm(folder, { recursive: true, force: true });
    await rm(lock, { recursive: true, force: true });
  }
}

async function takeLock(lock) {
  try {
    await mkdir(lock);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const since = await stat(lock).catch(() => undefined);
    if (since && Date.now() - since.mtimeMs > STALE_MS) await rm(lock, { recursive: true, force: true });
    return false;
  }
}
