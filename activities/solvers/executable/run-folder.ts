/** A folder of its own for one run of a solver, readable to this user only and gone when the run is over. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'grid-solver-';
/** No run takes half as long: an older folder was left by a process that was killed, ms. */
const LEFT_AFTER_MS = 2 * 3600 * 1000;

export function inRunFolder<T>(run: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  try {
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes what killed processes left behind. */
export function removeLeftFolders(): void {
  const parent = tmpdir();
  const oldest = Date.now() - LEFT_AFTER_MS;
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(parent, name);
    const changed = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (changed < oldest) removeIfOurs(folder);
  }
}

function removeIfOurs(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // It belongs to another user.
  }
}
