/** A case and its result as a network, with the marks of an hour. */
import assert from 'node:assert/strict';
import { colorOf, css } from '../../../../../api/web/charts/color-scale.ts';
import { NONE, toMatrix } from '../../../../../api/web/results/matrix.ts';
import {
  atHour,
  besideMedian,
  drawableOf,
  marksOf,
  medianScale,
  worstContingencies,
} from '../../../../../api/web/results/network-facts.ts';

const line = (id: string, from_bus: number, to_bus: number) => ({ id, from_bus, to_bus, x_pu: 0.1 });
const BINDINGS = [
  { line_id: 'L1', contingency_id: 'loss of L2', hour: 3 },
  { line_id: 'L2', contingency_id: null, hour: 4 },
].map((row) => ({ ...row, flow_mw: 5, limit_mw: 5, shadow_price_usd_per_mwh: 1 }));
const CONTINGENCIES = [{ id: 'loss of L2', lines: ['L2'] }];

describe('the network of a result', () => {
  it('takes one hour of a matrix in the order of names', () => {
    const matrix = toMatrix({ a: [1, 2], b: [3, 4] });
    assert.deepEqual([...atHour(matrix, ['b', 'nobody', 'a'], 1)], [4, Number.NaN, 2]);
  });
  it('colours prices by their distance from the median of the hour, with true ends', () => {
    const lmp = toMatrix({ a: [10, 20], b: [30, 20], c: [20, 200] });
    const beside = besideMedian(lmp);
    assert.deepEqual([...beside.values], [-10, 0, 10, 0, 0, 180]);
    assert.deepEqual(medianScale(lmp, beside)?.ends, [-10, 180]);
    const same = toMatrix({ a: [5, 6], b: [5, 6] });
    assert.equal(medianScale(same, besideMedian(same)), undefined);
  });
  it('leaves buses neutral whose prices differ little, however far away one is', () => {
    const lmp = toMatrix({ a: [30], b: [30], c: [30.4], d: [-4868.9] });
    const beside = besideMedian(lmp);
    assert.deepEqual([...beside.values].slice(0, 2), [0, 0]);
    const scale = medianScale(lmp, beside) ?? assert.fail();
    const [neutral, ...others] = [0, 0.4, -4898].map((usd) => css(colorOf(scale, usd)));
    assert.equal(others[0], neutral);
    assert.notEqual(others[1], neutral);
  });
  it('lists the worst contingencies: the fullest line, then the dearest limit', () => {
    const row = (contingency_id: string | null, flow_mw: number, shadow_price_usd_per_mwh: number) => {
      return { line_id: 'L1', contingency_id, hour: 1, flow_mw, limit_mw: 100, shadow_price_usd_per_mwh };
    };
    const rows = [row('A', 100, 5), row('B', -100.001, 9), row('C', 120, 1), row(null, 300, 1)];
    assert.deepEqual(worstContingencies(rows), ['C', 'B', 'A']);
    assert.deepEqual(worstContingencies([]), []);
  });
  it('opens in the dearest hour; where prices are all the same, in that of the fullest line', () => {
    const caseFacts = {
      generators: [],
      loads: toMatrix({ '1': [1, 1] }),
      transmission_lines: [{ ...line('L1', 1, 2), rating_mw: 10 }],
      dc_lines: [{ id: 'DC', from_bus: 2, to_bus: 3, p_min_mw: -5, p_max_mw: 5 }],
    };
    const flows = { flows_mw: toMatrix({ L1: [1, -9] }), dc_flow_mw: toMatrix({ DC: [2, 3] }) };
    const result = { ...flows, dispatch_mw: NONE, binding_constraints: [] };
    const drawable = (prices: number[]) =>
      drawableOf(caseFacts, { ...result, lmp: toMatrix({ bus_1: prices }) }, new Map());
    assert.equal(drawable([7, 3]).first, 0);
    const { first, loading, network } = drawable([4, 4]);
    assert.equal(first, 1);
    assert.deepEqual([...loading.values], [0.1, 0.9, 0.4, 0.6]);
    assert.deepEqual(
      network.lines.map(({ id }) => id),
      ['L1', 'DC'],
    );
  });
  it('marks binding limits of the hour, and with a contingency the lost elements', () => {
    const marks = (overflow_mw = NONE, contingency?: string) => [
      ...marksOf({ binding_constraints: BINDINGS, overflow_mw }, 3, contingency, CONTINGENCIES),
    ];
    assert.deepEqual(marks(), [['L1', 'binding']]);
    const lost = marks(NONE, 'loss of L2');
    assert.deepEqual(lost.flat(), ['L1', 'binding', 'L2', 'lost']);
    assert.deepEqual(marks(toMatrix({ L1: [0, 0, 0, 2] })), [['L1', 'overloaded']]);
  });
});
