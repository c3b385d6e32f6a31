import assert from 'node:assert/strict';
import { windowsOf } from '../../../../activities/rolling/window.ts';

describe('windowsOf', () => {
  it('keeps a day of each window and looks a day ahead, never past the horizon', () => {
    assert.deepEqual(windowsOf(60), [
      { index: 0, start: 0, kept: 24, length: 48 },
      { index: 1, start: 24, kept: 24, length: 36 },
      { index: 2, start: 48, kept: 12, length: 12 },
    ]);
  });
  it('makes one window of a day or less', () => {
    assert.deepEqual(windowsOf(24), [{ index: 0, start: 0, kept: 24, length: 24 }]);
    assert.deepEqual(windowsOf(5), [{ index: 0, start: 0, kept: 5, length: 5 }]);
  });
  it('keeps every hour of a year once', () => {
    const windows = windowsOf(8760);
    assert.equal(windows.length, 365);
    assert.equal(
      windows.reduce((hours, { kept }) => hours + kept, 0),
      8760,
    );
    assert.ok(windows.every(({ start, length }) => start + length <= 8760));
  });
});
