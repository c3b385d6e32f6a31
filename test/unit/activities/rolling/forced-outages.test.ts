import assert from 'node:assert/strict';
import { forcedOutages, isOut } from '../../../../activities/rolling/outages.ts';
import type { NetworkGenerator } from '../../../../temporal/case/network-schema.ts';
import { generator } from '../../../support/cases/payloads.ts';

const YEAR_H = 8760;
const unit = (rate: number, repair?: number): NetworkGenerator => ({
  ...generator(),
  forced_outage_rate: rate,
  ...(repair && { mean_time_to_repair_h: repair }),
});
const hoursOut = (of: NetworkGenerator, seed: number): boolean[] => {
  const spans = forcedOutages(of, seed, YEAR_H);
  return Array.from({ length: YEAR_H }, (_, hour) => isOut(spans, hour));
};
const mean = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;

describe('forced outages', () => {
  it('leave a unit available for 1 - rate of the time, within 3 sigma over 20 seeds', () => {
    for (const [rate, repair] of [
      [0.02, 20],
      [0.08, 50],
      [0.12, 150],
      [0.4, 10],
    ] as const) {
      const shares = Array.from({ length: 20 }, (_, seed) =>
        mean(hoursOut(unit(rate, repair), seed).map(Number)),
      );
      const average = mean(shares);
      const deviation = Math.sqrt(mean(shares.map((share) => (share - average) ** 2)) / (shares.length - 1));
      assert.ok(Math.abs(average - rate) <= 3 * deviation, `${rate}: ${average} +- ${deviation}`);
    }
  });

  it('last as long as a repair takes on average', () => {
    const lengths = Array.from({ length: 40 }, (_, seed) =>
      forcedOutages(unit(0.1, 30), seed, YEAR_H),
    ).flatMap((spans) => spans.map(({ from, to }) => to - from));
    assert.ok(Math.abs(mean(lengths) - 30) < (3 * 30) / Math.sqrt(lengths.length), `${mean(lengths)}`);
  });

  it('are as likely in the first hour as later', () => {
    const first = Array.from({ length: 2000 }, (_, seed) =>
      Number(isOut(forcedOutages(unit(0.3), seed, 1), 0)),
    );
    assert.ok(Math.abs(mean(first) - 0.3) < 3 * Math.sqrt((0.3 * 0.7) / first.length));
  });

  it('are the same for the same seed, others for another one or another unit, and none without a rate', () => {
    const spans = (of: NetworkGenerator, seed: number) => forcedOutages(of, seed, YEAR_H);
    assert.deepEqual(spans(unit(0.1), 7), spans(unit(0.1), 7));
    assert.notDeepEqual(spans(unit(0.1), 7), spans(unit(0.1), 8));
    assert.notDeepEqual(spans(unit(0.1), 7), spans({ ...unit(0.1), name: 'other' }, 7));
    assert.deepEqual(spans(unit(0), 7), []);
  });

  it('of a longer time begin as those of a shorter one', () => {
    const short = forcedOutages(unit(0.1), 3, 1000);
    const long = forcedOutages(unit(0.1), 3, YEAR_H);
    assert.deepEqual(long.slice(0, short.length), short);
  });
});
