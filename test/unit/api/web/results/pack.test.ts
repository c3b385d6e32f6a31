/** Replies in the form in which the worker passes them on. */
import assert from 'node:assert/strict';
import { type Matrix, rowsOf } from '../../../../../api/web/results/matrix.ts';
import { buffersIn, type Case, pack } from '../../../../../api/web/results/pack.ts';

const isMatrix = (value: object): value is Matrix => 'hours' in value;

/** Converts matrices back to series, at any depth. */
function unpacked(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = isMatrix(value)
    ? rowsOf(value).map(([name, values]) => [name, [...values]])
    : Object.entries(value).map(([name, part]) => [name, unpacked(part)]);
  return Object.fromEntries(entries);
}

describe('packing replies', () => {
  it('makes matrices of series and leaves the rest', () => {
    const result = {
      lmp: { bus_1: [20, 30] },
      lmp_components: { bus_1: { energy: [20, 25], congestion: [0, 5], loss: [0, 0] } },
      reserve_mw: { spin: { G1: [4, 5] } },
      warnings: ['one'],
    };
    const packed = pack('result', JSON.stringify(result));
    const parts = { energy: { bus_1: [20, 25] }, congestion: { bus_1: [0, 5] }, loss: { bus_1: [0, 0] } };
    assert.deepEqual(unpacked(packed), { ...result, lmp_components: parts });
    assert.equal(buffersIn(packed).length, 5);
  });
  it('adds the loads of a bus, and leaves a case without loads alone', () => {
    const loads = [
      { bus: 3, values: [1, 2] },
      { bus: 3, values: [1, 1] },
    ];
    const packed = pack('case', JSON.stringify({ loads, horizon: 2 }));
    assert.deepEqual(unpacked(packed), { loads: { '3': [2, 3] }, horizon: 2 });
    assert.deepEqual(pack('case', '{"horizon":2}'), { horizon: 2 });
  });
  it('keeps the loads themselves where one has a price of its own', () => {
    const loadList = [{ bus: 3, values: [1, 2], unserved_energy_usd_per_mwh: 500 }];
    const { loads } = pack('case', JSON.stringify({ loads: loadList })) as Pick<Case, 'loads'>;
    assert.deepEqual([loads.names, loads.each], [['3'], loadList]);
  });
  it('makes -1, 0 and 1 of the flips between two schedules', () => {
    const diff = { dispatch_mw: { G1: [0, -5], G2: [5, 0] }, lmp: { bus_1: [0, 1] }, notes: [] };
    const commitment = [
      { generator: 'G2', hour: 0, from: 0, to: 1 },
      { generator: 'G1', hour: 1, from: 1, to: 0 },
    ];
    const packed = pack('diff', JSON.stringify({ ...diff, commitment }));
    assert.deepEqual(unpacked(packed), { ...diff, commitment: { G1: [0, -1], G2: [1, 0] } });
  });
});
