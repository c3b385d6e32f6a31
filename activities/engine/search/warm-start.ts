/**
 * A commitment of a similar case as the first schedule of a search. Where kernels follow, which find one soon, it is
 * dispatched when its Lagrangian bound says that it may be good. Elsewhere, when its dispatch has no solution, the hours
 * are left open in which it is far from the relaxation, then whole units; what still has none is dropped. The search
 * goes on as without it, so that only time depends on the start.
 */
import type { WarmStart } from '../../../temporal/case/messages/warm-start.ts';
import type { Formulation } from '../../uc/formulation/index.ts';
import type { Instance } from '../../uc/instance.ts';
import { commitmentBound, type Lagrangian } from '../../uc/lagrangian/lagrangian.ts';
import { shareOfClock } from '../base/solve.ts';
import { type GivenHours, startValues } from '../model/commitment-values.ts';
import { type Best, dispatchStart } from './kernels/search.ts';
import type { OpenedSearch } from './open-search.ts';

/** A commitment may be good within the gap above the bound, or within this much of it, and what similar cases leave. */
const LEAST_GAP = 1e-3;
/** Hours in which the relaxation is at least this far from the start are left open, with those around them. */
const FAR = 0.1;
const AROUND_H = 2;
/** If that is not enough, this share of the units is left open: those furthest from the relaxation. */
const OPEN_UNITS = 0.5;
/** Share of the time left that all attempts together may take. */
const TIME_SHARE = 0.2;
/** What is left open is searched to this relative gap: the search of the whole comes afterwards. */
const OPEN_GAP = 2e-3;

/** The schedule of a similar case, absent when no part of it fits, and what its client is told of it. */
export interface Fitted {
  readonly started?: Best | undefined;
  readonly verdict?: string;
}

/** `relaxed`: solution of the relaxation, shape [columns]; `priced`: its prices where kernels follow. */
export function fitWarmStart(
  search: OpenedSearch,
  relaxed: Float64Array,
  priced: Lagrangian | undefined,
): Fitted {
  const { formulation, warmStart, reading } = search;
  if (!warmStart) return {};
  const given = reading.hoursOf(warmStart.commitment ?? {});
  if (knownUnits(given).length === 0)
    return { verdict: warmStart.commitment ? NOTHING_IN_COMMON : NOT_STORED };
  if (priced && isDear(search, given, priced))
    return { verdict: search.similar ? `${DEAR}; its relaxation was` : DEAR };
  const far = distances(formulation, given, relaxed);
  const parts = [() => withoutFarHours(given, far), () => withoutFarUnits(given, far)];
  return firstThatFits(search, given, [() => given, ...(priced ? [] : parts)]);
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

/** What a client is told of the job that it named. */
export const warmStartWarnings = (start: WarmStart | undefined, verdict = 'was not needed'): string[] =>
  start?.jobId === undefined ? [] : [`The warm start from job ${start.jobId} ${verdict}`];

const USED = 'was used';
const NOTHING_IN_COMMON = 'was not used: it has no unit and hour in common with this case';
const NOT_STORED = 'was not used: its schedule is no longer stored';
const DEAR = 'was not used: its commitment costs too much in this case';
const DOES_NOT_FIT = 'was not used: its commitment does not fit this case';

/** A kernel from nothing finds a better one. */
const isDear = ({ mipGap, similar }: OpenedSearch, given: GivenHours, priced: Lagrangian): boolean =>
  commitmentBound(priced, given) - priced.bound >
  (Math.max(mipGap, LEAST_GAP) + (similar?.gap ?? 0)) * Math.abs(priced.bound);

const countGiven = ({ units }: Instance, hours: GivenHours): number =>
  units.reduce(
    (sum, { count }, g) => sum + count * (hours[g] ?? []).filter((on) => on !== undefined).length,
    0,
  );

/** Units of which any hour is given. */
const knownUnits = (given: GivenHours): number[] =>
  [...given.keys()].filter((g) => given[g]?.some((on) => on !== undefined));

/** How far a commitment is from the relaxation, shape [units][T]; 0 in hours that are not given. */
const distances = ({ x }: Formulation, given: GivenHours, relaxed: Float64Array): number[][] =>
  given.map((hours, g) =>
    hours.map((on, t) => (on === undefined ? 0 : Math.abs(on - (relaxed[x.on(g, t)] ?? 0)))),
  );

function withoutFarHours(given: GivenHours, distance: readonly (readonly number[])[]): GivenHours {
  return given.map((hours, g) => {
    const around = (t: number) => distance[g]?.slice(Math.max(0, t - AROUND_H), t + AROUND_H + 1) ?? [];
    return hours.map((on, t) => (around(t).some((far) => far >= FAR) ? undefined : on));
  });
}

function withoutFarUnits(given: GivenHours, distance: readonly (readonly number[])[]): GivenHours {
  const known = knownUnits(given);
  const sums = distance.map((hours) => hours.reduce((sum, far) => sum + far, 0));
  const furthestFirst = [...known].sort((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0) || a - b);
  const open = new Set(furthestFirst.slice(0, Math.ceil(OPEN_UNITS * known.length)));
  return given.map((hours, g) => (open.has(g) ? [] : hours));
}
