/** Executables in the cache: made in a folder of their own and moved into place whole, by one process at a time. */
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '../processes.ts';

/** Between making a lock and writing the owner's pid into it, ms. */
const WRITE_MS = 5000;
const POLL_MS = 500;

/**
 * Puts an executable at `target`. `make(folder)` returns the path of the finished file inside `folder`. When
 * another process is making the same file, waits for it instead.
 */
export async function intoCache(target: string, make: (folder: string) => Promise<string>): Promise<string> {
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
    await rm(lock, { force: true });
  }
}

/** The lock names its owner's pid: a killed owner holds nobody up, a slow one is not disturbed. */
async function takeLock(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (await isAbandoned(lock)) await rm(lock, { force: true });
    return false;
  }
}

async function isAbandoned(lock: string): Promise<boolean> {
  const found = await Promise.all([readFile(lock, 'utf8'), stat(lock)]).catch(() => undefined);
  if (!found) return false;
  const [owner, since] = found;
  return owner ? !isAlive(Number(owner)) : Date.now() - since.mtimeMs > WRITE_MS;
}
