/** Replies as the worker hands them over. */
import assert from 'node:assert/strict';
import type { Matrix } from '../../../../../api/web/results/matrix.ts';
import { buffersIn, pack } from '../../../../../api/web/results/pack.ts';

const rows = ({ names, hours, values }: Matrix) =>
  Object.fromEntries(names.map((name, row) => [name, [...values.subarray(row * hours, (row + 1) * hours)]]));

describe('packing replies', () => {
  it('makes matrices of series and leaves the rest', () => {
    const result = {
      lmp: { bus_1: [20, 30] },
      lmp_components: { bus_1: { energy: [20, 25], congestion: [0, 5], loss: [0, 0] } },
      reserve_mw: { spin: { G1: [4, 5] } },
      warnings: ['one'],
    };
    // JSON has no type: these are the fields of the result above, as they should come out.
    const packed = pack('result', JSON.stringify(result)) as unknown as {
      readonly lmp: Matrix;
      readonly lmp_components: Readonly<Record<string, Matrix>>;
      readonly reserve_mw: Readonly<Record<string, Matrix>>;
      readonly warnings: readonly string[];
    };
    assert.deepEqual(rows(packed.lmp), { bus_1: [20, 30] });
    assert.deepEqual(
      Object.entries(packed.lmp_components).map(([part, matrix]) => [part, rows(matrix)]),
      [
        ['energy', { bus_1: [20, 25] }],
        ['congestion', { bus_1: [0, 5] }],
        ['loss', { bus_1: [0, 0] }],
      ],
    );
    assert.deepEqual(Object.values(packed.reserve_mw).map(rows), [{ G1: [4, 5] }]);
    assert.deepEqual(packed.warnings, ['one']);
    assert.equal(buffersIn(packed).length, 5);
  });
  it('adds the loads of a bus, and leaves a case without loads alone', () => {
    const loads = [
      { bus: 3, values: [1, 2] },
      { bus: 3, values: [1, 1] },
    ];
    const packed = pack('case', JSON.stringify({ loads, horizon: 2 })) as { readonly loads: Matrix };
    assert.deepEqual(rows(packed.loads), { '3': [2, 3] });
    assert.deepEqual(pack('case', '{"horizon":2}'), { horizon: 2 });
  });
  it('makes -1, 0 and 1 of the flips between two schedules', () => {
    const diff = {
      commitment: [
        { generator: 'G2', hour: 0, from: 0, to: 1 },
        { generator: 'G1', hour: 1, from: 1, to: 0 },
      ],
      dispatch_mw: { G1: [0, -5], G2: [5, 0] },
      lmp: { bus_1: [0, 1] },
      notes: [],
    };
    const packed = pack('diff', JSON.stringify(diff)) as { readonly commitment: Matrix };
    assert.deepEqual(rows(packed.commitment), { G1: [0, -1], G2: [1, 0] });
  });
});
