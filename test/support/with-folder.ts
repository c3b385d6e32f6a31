/** A temporary folder common to the tests of a suite. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** For a `describe`. Returns the path of a name in the folder, which exists from the first test to the last. */
export function withFolder(): (name: string) => string {
  let folder: string | undefined;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'grid-files-'));
  });
  // This hook also runs if an earlier hook skipped the suite and the folder was never created.
  after(async () => {
    if (folder) await rm(folder, { recursive: true, force: true });
  });
  return (name) => {
    assert.ok(folder, 'the folder exists while the tests run');
    return join(folder, name);
  };
}
