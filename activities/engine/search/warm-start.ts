/**
 * The commitment of a similar case as the first schedule of a search. If kernels follow, they soon find a schedule, so
 * the commitment is dispatched only if its Lagrangian bound is good; otherwise it is always dispatched. If its dispatch
 * is infeasible, hours far from the relaxation are left open, then whole units. If all this fails, the search continues
 * without the commitment. The warm start thus affects only the time.
 */
import type { WarmStart } from '../../../temporal/case/messages/warm-start.ts';
import type { Formulation } from '../../uc/formulation/index.ts';
import type { Instance } from '../../uc/instance.ts';
import { commitmentBound, type Lagrangian } from '../../uc/lagrangian/lagrangian.ts';
import { shareOfClock } from '../base/solve.ts';
import { type GivenHours, startValues } from '../model/commitment-values.ts';
import { type Best, dispatchStart } from './kernels/search.ts';
import type { OpenedSearch } from './open-search.ts';

/**
 * A commitment is good if its relative gap is at most this, or the requested gap, plus the gap that the similar case
 * left.
 */
const LEAST_GAP = 1e-3;
/** An hour of the start is left open, with the hours around it, if it differs from the relaxation by at least this. */
const FAR = 0.1;
const AROUND_H = 2;
/** Share of the units that is left open if leaving hours open is not enough: the units furthest from the relaxation. */
const OPEN_UNITS = 0.5;
/** Share of the remaining time that all attempts together may take. */
const TIME_SHARE = 0.2;
/** Relative gap for searching the open part, before the search of the whole. */
const OPEN_GAP = 2e-3;

/** The schedule from a similar case, absent if no part of it fits; and a message for the client. */
export interface Fitted {
  readonly started?: Best | undefined;
  readonly verdict?: string;
}

/**
 * Fits a warm start. `relaxed`: solution of the relaxation, shape [columns]; `priced`: its prices, if kernels follow.
 */
export function fitWarmStart(
  search: OpenedSearch,
  relaxed: Float64Array,
  priced: Lagrangian | undefined,
): Fitted {
  const { formulation, warmStart, reading } = search;
  if (!warmStart) return {};
  const startHours = reading.hoursOf(warmStart.commitment ?? {});
  if (knownUnits(startHours).length === 0)
    return { verdict: warmStart.commitment ? NOTHING_IN_COMMON : NOT_STORED };
  if (priced && isDear(search, startHours, priced))
    return { verdict: search.similar ? `${DEAR}; its relaxation was` : DEAR };
  const far = distances(formulation, startHours, relaxed);
  const parts = [() => withoutFarHours(startHours, far), () => withoutFarUnits(startHours, far)];
  return firstThatFits(search, startHours, [() => startHours, ...(priced ? [] : parts)]);
}

function firstThatFits(
  search: OpenedSearch,
  given: GivenHours,
  attempts: readonly (() => GivenHours)[],
): Fitted {
  const { instance, formulation } = search;
  const clock = shareOfClock(search.clock, TIME_SHARE);
  const limited = { ...search, clock, mipGap: Math.max(search.mipGap, OPEN_GAP) };
  for (const attempt of attempts) {
    const hours = attempt();
    const started = dispatchStart({ ...limited, start: startValues(instance, formulation, hours) });
    const [all, kept] = [given, hours].map((some) => countGiven(instance, some));
    if (started)
      return { started, verdict: kept === all ? USED : `${USED} for ${kept} of ${all} hours of units` };
    if (clock.leftS() <= 0) break;
  }
  return { verdict: DOES_NOT_FIT };
}

/** Message about the job that a client named as its warm start. */
export const warmStartWarnings = (start: WarmStart | undefined, verdict = 'was not needed'): string[] =>
  start?.jobId === undefined ? [] : [`The warm start from job ${start.jobId} ${verdict}`];

const USED = 'was used';
const NOTHING_IN_COMMON = 'was not used: it has no unit and hour in common with this case';
const NOT_STORED = 'was not used: its schedule is no longer stored';
const DEAR = 'was not used: its commitment costs too much in this case';
const DOES_NOT_FIT = 'was not used: its commitment does not fit this case';

/** True if the commitment costs so much that a kernel without it finds a better schedule. */
const isDear = ({ mipGap, similar }: OpenedSearch, hours: GivenHours, priced: Lagrangian): boolean =>
  commitmentBound(priced, hours) - priced.bound >
  (Math.max(mipGap, LEAST_GAP) + (similar?.gap ?? 0)) * Math.abs(priced.bound);

const countGiven = ({ units }: Instance, hours: GivenHours): number =>
  units.reduce(
    (sum, { count }, g) => sum + count * (hours[g] ?? []).filter((on) => on !== undefined).length,
    0,
  );

/** Units whose commitment is given in at least one hour. */
const knownUnits = (hours: GivenHours): number[] =>
  [...hours.keys()].filter((g) => hours[g]?.some((on) => on !== undefined));

/** Distance between a commitment and the relaxation, shape [units][T]; 0 in hours that the commitment does not fix. */
const distances = ({ x }: Formulation, commitment: GivenHours, relaxed: Float64Array): number[][] =>
  commitment.map((hours, g) =>
    hours.map((on, t) => (on === undefined ? 0 : Math.abs(on - (relaxed[x.on(g, t)] ?? 0)))),
  );

function withoutFarHours(commitment: GivenHours, distance: readonly (readonly number[])[]): GivenHours {
  return commitment.map((hours, g) => {
    const around = (t: number) => distance[g]?.slice(Math.max(0, t - AROUND_H), t + AROUND_H + 1) ?? [];
    return hours.map((on, t) => (around(t).some((far) => far >= FAR) ? undefined : on));
  });
}

function withoutFarUnits(commitment: GivenHours, distance: readonly (readonly number[])[]): GivenHours {
  const units = knownUnits(commitment);
  const sums = distance.map((hours) => hours.reduce((sum, far) => sum + far, 0));
  const furthestFirst = [...units].sort((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0) || a - b);
  const open = new Set(furthestFirst.slice(0, Math.ceil(OPEN_UNITS * units.length)));
  return commitment.map((hours, g) => (open.has(g) ? [] : hours));
}
