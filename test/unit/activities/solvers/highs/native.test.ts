/** A library that is no HiGHS. */
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { loadNative } from '../../../../../activities/solvers/highs/native.ts';

describe('a native library', () => {
  it('is refused in words when it is not there, and when it is something else', () => {
    for (const file of ['/nowhere/libhighs.so', fileURLToPath(import.meta.url)])
      assert.throws(() => loadNative(file), /^Error: HIGHS_LIBRARY cannot be used: ./);
  });
});
