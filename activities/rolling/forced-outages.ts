/**
 * Forced outages drawn by seed: each unit is up and down in turn, for times that are exponential (Billinton, Allan, Reliability
 * Evaluation of Power Systems, 1996, 2.2 and 12.3). With r the forced outage rate and R the mean time to repair,
 *
 *     mean time to failure = R (1 - r) / r,        P(down at the beginning) = r
 *
 * so that the unit is down for a share r of the time on average, at whatever hour.
 */
import { createHash } from 'node:crypto';
import type { NetworkGenerator } from '../../temporal/case/messages/network-units.ts';

/** Hours from the first of the series on; `to` is the first moment back in service. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Of units without a mean time to repair, h. */
const USUAL_REPAIR_H = 24;

/**
 * Outages of a unit within the first `hours`. They depend on the seed and the name of the unit alone: the same in every run,
 * whatever other units there are.
 */
export function forcedOutages(
  { name, forced_outage_rate: rate = 0, mean_time_to_repair_h: repair = USUAL_REPAIR_H }: NetworkGenerator,
  seed: number,
  hours: number,
): Span[] {
  if (rate === 0) return [];
  const draw = uniform(`${seed}/${name}`);
  const exponential = (mean: number): number => -mean * Math.log(1 - draw());
  const spans: Span[] = [];
  let isDown = draw() < rate;
  for (let at = 0; at < hours; isDown = !isDown) {
    const until = at + exponential(isDown ? repair : (repair * (1 - rate)) / rate);
    if (isDown) spans.push({ from: at, to: until });
    at = until;
  }
  return spans;
}

/** A unit is out in an hour in the middle of which it is down. */
export const isOut = (spans: readonly Span[], hour: number): boolean =>
  spans.some(({ from, to }) => from <= hour + 0.5 && hour + 0.5 < to);

const BITS = 48;

/** Numbers in [0, 1), one after the other, by a hash of their position: the same on every machine. */
function uniform(key: string): () => number {
  let position = 0;
  return () => {
    const digest = createHash('sha256').update(`${key}/${position}`).digest();
    position += 1;
    return digest.readUIntBE(0, BITS / 8) / 2 ** BITS;
  };
}
