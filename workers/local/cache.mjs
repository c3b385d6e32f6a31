/** Executables in the cache: made in a folder of their own and moved into place whole, by one process at a time. */
import { existsSync } from 'node:fs';
import { chmod, mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The owner of a lock touches it this often; a lock untouched for longer was left behind by a dead process, ms. */
const TOUCH_MS = 2_000;
const STALE_MS = 30_000;
const POLL_MS = 200;

/**
 * Puts an executable at `target`. `make(folder)` returns the path of the finished file inside `folder`. When
 * another process is making the same file, waits for it instead; when that one dies, takes over.
 */
export async function intoCache(target, make) {
  await mkdir(dirname(target), { recursive: true });
  const lock = `${target}.lock`;
  while (!(await takeLock(lock))) {
    if (existsSync(target)) return target;
    await delay(POLL_MS);
  }
  const touching = setInterval(() => void touch(lock), TOUCH_MS);
  try {
    if (existsSync(target)) return target;
    // The lock is also the work folder, so that whoever removes one has removed the other.
    const made = await make(lock);
    await chmod(made, 0o755);
    await rename(made, target);
    return target;
  } finally {
    clearInterval(touching);
    await rm(lock, { recursive: true, force: true });
  }
}

const touch = (lock) => utimes(lock, new Date(), new Date()).catch(() => undefined);

async function takeLock(lock) {
  try {
    await mkdir(lock);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const since = await stat(lock).catch(() => undefined);
    if (since && Date.now() - since.mtimeMs > STALE_MS) await removeStale(lock);
    return false;
  }
}

/** Moved away first: of two that find it stale, one succeeds, and neither removes the lock of the next owner. */
async function removeStale(lock) {
  const away = join(dirname(lock), `stale-${process.pid}-${Date.now()}`);
  await rename(lock, away).catch(() => undefined);
  await rm(away, { recursive: true, force: true });
}
