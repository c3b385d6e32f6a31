import assert from 'node:assert/strict';
import { shiftedCommitment, windowsOf } from '../../../../activities/rolling/window.ts';

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

/** Commitment over `hours`: 1 from hour `from` to `to`, else 0. */
const onFrom = (from: number, to: number, hours: number): number[] =>
  Array.from({ length: hours }, (_, t) => Number(t >= from && t < to));

describe('shiftedCommitment', () => {
  it('begins with the look-ahead and repeats its day behind it', () => {
    const { g } = shiftedCommitment({ g: onFrom(30, 40, 48) }, 24, 48);
    assert.deepEqual(g, [...onFrom(6, 16, 24), ...onFrom(6, 16, 24)]);
  });

  it('repeats the look-ahead if it is shorter than a day, and then the kept day', () => {
    const day = onFrom(8, 20, 24);
    const { g } = shiftedCommitment({ g: [...day, 1, 1, 0] }, 24, 27);
    assert.deepEqual(g, [1, 1, 0, ...day.slice(3), 1, 1, 0]);
  });

  it('is cut to a shorter window', () => {
    assert.deepEqual(shiftedCommitment({ g: onFrom(24, 30, 48) }, 24, 4), { g: [1, 1, 1, 1] });
  });

  it('goes on with the last hour of a schedule shorter than a day', () => {
    assert.deepEqual(shiftedCommitment({ g: [0, 1], h: [] }, 1, 3), { g: [1, 1, 1], h: [0, 0, 0] });
  });
});
