/** Key moments of a day. */
import assert from 'node:assert/strict';
import { momentSentence, momentsOf } from '../../../../../temporal/case/arithmetic/moments.ts';

const FORMAT = { power: (mw: number) => `${mw} MW`, price: (usd: number) => `$${usd}`, units: 'hours' };
const DAY = {
  load: [50, 60, 90, 80],
  renewable: [10, 10, 0, 40],
  unserved: [0, 0, 5, 2],
  curtailed: [3, 0, 0, 0],
  low: [10, 10, 10, 10],
  high: [10, 10, 40, 12],
};
const momentsOfDay = (day: typeof DAY, hours = 4) =>
  momentsOf(day, hours).map((moment) => `${moment.hour}: ${momentSentence(moment, FORMAT)}`);

describe('the moments of a day', () => {
  it('are its curtailment, ramp of net load, peak, shortage and split of prices, in the order of their hours', () => {
    assert.deepEqual(momentsOfDay(DAY), [
      '0: 3 MW of renewables curtailed.',
      '2: Load peaks at 90 MW.',
      '2: 5 MW of load not served, the most of 2 hours.',
      '2: Prices differ by $30 between buses, the most of 2 hours.',
      '3: Net load falls by 50 MW, the steepest ramp.',
    ]);
  });
  it('are of the kept hours, and only of events', () => {
    assert.deepEqual(momentsOfDay({ ...DAY, curtailed: [0, 0, 0, 9], low: [], high: [] }, 2), [
      '1: Net load rises by 10 MW, the steepest ramp.',
      '1: Load peaks at 60 MW.',
    ]);
  });
});
