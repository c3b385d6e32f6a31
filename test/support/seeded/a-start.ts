/** Makes starts of a solve: from the same case, from a similar case, or from a commitment that does not fit. */

import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SavedRelaxation, WarmStart } from '../../../temporal/case/messages/warm-start.ts';
import type { Commitment, SolvePayload } from '../../../temporal/case/schema.ts';
import { type Draw, randomDraw } from '../cases/random.ts';
import type { RandomCase } from '../cases/random-case.ts';
import { solvedForOthers } from '../engine/solved-for-others.ts';

interface Left {
  readonly result: SolveResult;
  /** Saved relaxation; undefined if the case has no schedule. */
  readonly relaxation: SavedRelaxation | undefined;
}

/** One of the three kinds of start; the seed decides which. */
export async function aStart(
  { jobType, payload }: RandomCase,
  remains: Left,
  seed: number,
): Promise<WarmStart> {
  const jobId = 'x';
  if (seed % 3 === 0) return { jobId, commitment: remains.result.commitment, ...relaxationOf(remains) };
  if (seed % 3 === 1) return { jobId, commitment: unfit(randomDraw(1000 + seed), payload) };
  return { jobId, commitment: null, ...relaxationOf(await solvedForOthers(jobType, withMoreLoad(payload))) };
}

const relaxationOf = ({ relaxation }: Left) => relaxation && { relaxation };

const withMoreLoad = (payload: SolvePayload): SolvePayload => ({
  ...payload,
  loads: payload.loads.map((load) => ({ ...load, values: load.values.map((mw) => 1.02 * mw) })),
});

function unfit(draw: Draw, payload: SolvePayload): Commitment {
  const { generators, horizon } = payload;
  const everyUnit = (on: (hour: number) => number, units = generators, hours = horizon): Commitment =>
    Object.fromEntries(units.map(({ name }) => [name, Array.from({ length: hours }, (_, hour) => on(hour))]));
  const anything = () => draw.integer(0, 1);
  const commitments = [
    () => everyUnit(() => 0),
    () => everyUnit(() => 1),
    () => everyUnit((hour) => hour % 2),
    () => everyUnit(anything),
    () => everyUnit(anything, generators.slice(1), 3),
    () => everyUnit(anything, generators, 3 * horizon),
    () => ({ nobody: [1, 1, 1], [generators[0]?.name ?? '']: [Number.NaN, 7, -1] }),
  ];
  return commitments[draw.integer(0, commitments.length - 1)]?.() ?? {};
}
