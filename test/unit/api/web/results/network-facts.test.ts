/** A case and its result as a network, and what is marked in an hour. */
import assert from 'node:assert/strict';
import { NONE, toMatrix } from '../../../../../api/web/results/matrix.ts';
import { atHour, contingenciesOf, marksOf, networkOf } from '../../../../../api/web/results/network-facts.ts';

const line = (id: string, from_bus: number, to_bus: number) => ({ id, from_bus, to_bus, x_pu: 0.1 });
const LINES = [line('L1', 2, 1), line('L2', 10, 2), { ...line('off', 1, 99), in_service: false }];
const BINDINGS = [
  { line_id: 'L1', contingency_id: 'loss of L2', hour: 3 },
  { line_id: 'L2', contingency_id: null, hour: 4 },
].map((row) => ({ ...row, flow_mw: 5, limit_mw: 5, shadow_price_usd_per_mwh: 1 }));
const CONTINGENCIES = [{ id: 'loss of L2', lines: ['L2'] }];

describe('the network of a result', () => {
  it('has the buses that something names, in order, and the lines in service', () => {
    const { buses, lines } = networkOf({
      generators: [],
      loads: toMatrix({ '4': [1] }),
      transmission_lines: LINES,
      renewables: [{ name: 'wind', bus: 10, p_min: [0], p_max: [1] }],
    });
    assert.deepEqual(
      buses.map(({ id, hasUnits }) => [id, hasUnits]),
      [
        ['1', false],
        ['2', false],
        ['4', false],
        ['10', true],
      ],
    );
    assert.deepEqual(
      lines.map(({ id }) => id),
      ['L1', 'L2'],
    );
  });
  it('takes one hour of a matrix in the order of names', () => {
    const values = atHour(toMatrix({ a: [1, 2], b: [3, 4] }), ['b', 'nobody', 'a'], 1);
    assert.deepEqual([...values], [4, Number.NaN, 2]);
  });
  it('marks what binds in the hour, and with a contingency what is lost', () => {
    const shown = { bindings: BINDINGS, overflow: NONE, hour: 3, contingencies: CONTINGENCIES };
    assert.deepEqual([...marksOf({ ...shown, contingency: undefined })], [['L1', 'binding']]);
    assert.deepEqual(
      [...marksOf({ ...shown, contingency: 'loss of L2' })],
      [
        ['L1', 'binding'],
        ['L2', 'lost'],
      ],
    );
    const overflow = toMatrix({ L1: [0, 0, 0, 2] });
    assert.deepEqual([...marksOf({ ...shown, overflow, contingency: undefined })], [['L1', 'overloaded']]);
  });
  it('knows the contingencies that have to do with a line', () => {
    assert.deepEqual(contingenciesOf(line('L1', 2, 1), BINDINGS, CONTINGENCIES), ['loss of L2']);
    assert.deepEqual(contingenciesOf(line('L2', 10, 2), BINDINGS, CONTINGENCIES), ['loss of L2']);
    assert.deepEqual(contingenciesOf(line('off', 1, 99), BINDINGS, CONTINGENCIES), []);
  });
});
