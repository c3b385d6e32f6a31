/**
 * A commitment of a similar case as the first schedule of a search. Where kernels follow, which find one soon, it is
 * dispatched when its Lagrangian bound says that it may be good. Elsewhere, when its dispatch has no solution, the hours
 * are left open in which it is far from the relaxation, then whole units; what still has none is dropped. The search
 * goes on as without it, so that only time depends on the start.
 */
import type { Commitment } from '../../../temporal/case/messages/payload.ts';
import type { WarmStart } from '../../../temporal/case/messages/warm-start.ts';
import type { PartialSolution } from '../../solvers/solver.ts';
import type { Formulation } from '../../uc/formulation/index.ts';
import type { Instance } from '../../uc/instance.ts';
import { commitmentBound, type Lagrangian } from '../../uc/lagrangian/lagrangian.ts';
import { shareOfClock } from '../base/clock.ts';
import { type GivenHours, givenHours, startValues } from '../model/integer-columns.ts';
import { dispatchStart } from './kernels/fixed-dispatch.ts';
import type { FixedDispatch, Search, WarmFit } from './kernels/search-state.ts';

interface WarmStarter {
  /** `relaxed`: solution of the relaxation, shape [columns]. Undefined when no part of the start fits. */
  readonly fit: WarmFit;
  /** What a client is told of the job it named. */
  warnings(): string[];
}

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

/** `hoursOf`: the hours that a commitment gives the units of `instance`. */
export function createWarmStarter(
  instance: Instance,
  formulation: Formulation,
  { commitment, jobId }: WarmStart,
  hoursOf: (commitment: Commitment) => GivenHours = (given) => givenHours(instance, given),
): WarmStarter {
  let verdict = 'was not needed';
  return {
    fit(search, relaxed, priced) {
      const given = hoursOf(commitment ?? {});
      const useless = uselessFor(search, given, commitment, priced);
      if (useless) {
        verdict = useless;
        return undefined;
      }
      const far = distances(formulation, given, relaxed);
      const parts = [() => withoutFarHours(given, far), () => withoutFarUnits(given, far)];
      const found = firstThatFits(search, [() => given, ...(priced ? [] : parts)], (hours) =>
        startValues(instance, formulation, hours),
      );
      const [all, kept] = [given, found?.hours ?? []].map((hours) => countGiven(instance, hours));
      verdict = !found ? DOES_NOT_FIT : kept === all ? USED : `${USED} for ${kept} of ${all} hours of units`;
      return found?.started;
    },
    warnings: () => (jobId === undefined ? [] : [`The warm start from job ${jobId} ${verdict}`]),
  };
}

const USED = 'was used';
const NOTHING_IN_COMMON = 'was not used: it has no unit and hour in common with this case';
const NOT_STORED = 'was not used: its schedule is no longer stored';
const DEAR = 'was not used: its commitment costs too much in this case';
const DOES_NOT_FIT = 'was not used: its commitment does not fit this case';

/** Why a commitment is not tried at all. */
function uselessFor(
  { similar, mipGap }: Search,
  given: GivenHours,
  commitment: Commitment | null,
  priced: Lagrangian | undefined,
): string | undefined {
  if (knownUnits(given).length === 0) return commitment ? NOTHING_IN_COMMON : NOT_STORED;
  const likely = Math.max(mipGap, LEAST_GAP) + (similar?.gap ?? 0);
  if (!priced || !isDear(priced, given, likely)) return undefined;
  return similar ? `${DEAR}; its relaxation was` : DEAR;
}

/** A kernel from nothing finds a better one. */
const isDear = (priced: Lagrangian, given: GivenHours, gap: number): boolean =>
  commitmentBound(priced, given) - priced.bound > gap * Math.abs(priced.bound);

const countGiven = ({ units }: Instance, hours: GivenHours): number =>
  units.reduce(
    (sum, { count }, g) => sum + count * (hours[g] ?? []).filter((on) => on !== undefined).length,
    0,
  );

function firstThatFits(
  search: Search,
  attempts: readonly (() => GivenHours)[],
  valuesOf: (hours: GivenHours) => PartialSolution,
): { readonly started: FixedDispatch; readonly hours: GivenHours } | undefined {
  const limited = {
    ...search,
    clock: shareOfClock(search.clock, TIME_SHARE),
    mipGap: Math.max(search.mipGap, OPEN_GAP),
  };
  for (const attempt of attempts) {
    const hours = attempt();
    const started = dispatchStart({ ...limited, start: valuesOf(hours) });
    if (started) return { hours, started };
    if (limited.clock.leftS() <= 0) return undefined;
  }
  return undefined;
}

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
