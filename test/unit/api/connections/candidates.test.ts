/** Candidates of a connection study that a single line connects. */
import assert from 'node:assert/strict';
import { radialWarnings } from '../../../../api/connections/candidates.ts';

const linesOf = (...ends: readonly (readonly [id: string, from_bus: number, to_bus: number])[]) =>
  ends.map(([id, from_bus, to_bus]) => ({ id, from_bus, to_bus, in_service: true }));
const radial = (lines: ReturnType<typeof linesOf>, ...buses: readonly number[]): string[] =>
  radialWarnings(
    buses.map((bus) => ({ bus, kind: 'load' })),
    lines,
  ).map((text) => text.replace(/^(Bus \d+) .* line (\w+):.*$/, '$1 $2'));

describe('a candidate of a study with n_1', () => {
  const mesh = [
    ['a', 1, 2],
    ['b', 2, 3],
    ['c', 3, 1],
  ] as const;

  it('is named with its line if it is on a branch, also behind other buses', () => {
    const lines = linesOf(...mesh, ['d', 3, 4], ['e', 4, 5], ['f', 4, 6]);
    assert.deepEqual(radial(lines, 1, 2, 3, 4, 5, 6), ['Bus 4 d', 'Bus 5 e', 'Bus 6 f']);
  });

  it('is not named with two lines side by side; both ends of the only line are', () => {
    assert.deepEqual(radial(linesOf(...mesh, ['d', 3, 4], ['e', 4, 3]), 4), []);
    assert.deepEqual(radial(linesOf(['a', 1, 2]), 1, 2), ['Bus 1 a', 'Bus 2 a']);
  });

  it('is counted after the first ten', () => {
    const branches = Array.from({ length: 12 }, (_, i) => [`x${i}`, 1, 10 + i] as const);
    const all = radial(linesOf(...mesh, ...branches), ...branches.map(([, , bus]) => bus));
    assert.equal(all.length, 11);
    assert.match(all[10] ?? '', /^2 more buses/);
  });
});
