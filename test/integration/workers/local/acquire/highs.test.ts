import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { acquireHighs } from '../../../../../workers/local/acquire/highs.ts';
import { removeFolder, script, temporaryFolder } from '../../../../support/local-stack.ts';
import { NO_NATIVE_HIGHS, skip } from '../../../../support/skip.ts';

describe('finding the native library of HiGHS', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
    await mkdir(join(folder, 'bin'));
  });
  afterEach(() => removeFolder(folder));
  const acquire = (env: Record<string, string> = {}) =>
    acquireHighs({
      PATH: `${join(folder, 'bin')}:/usr/bin:/bin`,
      XDG_CACHE_HOME: join(folder, 'cache'),
      ...env,
    });

  it('takes the one that is named, which the tests run on', async function () {
    const library = process.env['HIGHS_LIBRARY'];
    if (!library) return skip(this, NO_NATIVE_HIGHS);
    assert.deepEqual(await acquire({ HIGHS_LIBRARY: library }), { found: library, way: 'HIGHS_LIBRARY' });
  });
  it('names the reason why each way failed, and takes no file that does not load', async () => {
    const python = join(folder, 'bin', 'python3');
    await script(
      python,
      'if [ "$2" = zipfile ]; then',
      '  lib="$5/highsbox-1.15.1.data/purelib/highsbox/highs_dist/lib"; mkdir -p "$lib"',
      '  for f in libhighs.so libhighs.dylib; do echo no library > "$lib/$f"; done',
      'else',
      '  case "$*" in *--require-hashes*) ;; *) exit 1 ;; esac',
      '  while [ "$1" != -d ]; do shift; done; touch "$2/highsbox.whl"',
      'fi',
    );
    await assert.rejects(
      acquire({ HIGHS_LIBRARY: join(folder, 'nothing') }),
      /The native library of HiGHS is missing: HIGHS_LIBRARY: HIGHS_LIBRARY cannot be used.*; the wheel pinned .*cannot be used.*\. Install Python 3 with pip.*$/,
    );
  });
});
