/** A temporary folder that the tests of a suite share. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates the folder; for use in a `describe`. Returns a function from a name to its path in the folder, which exists
 * from the first test to the last.
 */
export function withFolder(): (name: string) => string {
  let folder: string | undefined;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'grid-files-'));
  });
  // Removes the folder, which does not exist if an earlier hook skipped the suite.
  after(async () => {
    if (folder) await rm(folder, { recursive: true, force: true });
  });
  return (name) => {
    assert.ok(folder, 'the folder exists while the tests run');
    return join(folder, name);
  };
}
