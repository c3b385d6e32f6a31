/**
 * A commitment of a similar case as the first schedule of a search. Where the dispatch of that commitment has no
 * solution, the units are left open whose commitment is furthest from the relaxation, more of them each time; what
 * still has none is dropped. The search goes on as without it, so that only time depends on the start.
 *
 * @module
 */
import type { WarmStart } from '../../temporal/messages/warm-start.ts';
import type { PartialSolution } from '../solvers/solver.ts';
import type { Formulation } from '../uc/formulation/index.ts';
import type { Instance } from '../uc/instance.ts';
import type { Clock } from './clock.ts';
import { dispatchStart } from './fixed-dispatch.ts';
import type { FixedDispatch, Search } from './search-state.ts';
import { type GivenHours, givenHours, startValues } from './start-values.ts';

export interface WarmStarter {
  /** `relaxed`: solution of the relaxation, shape [columns]. Undefined when no part of the start fits. */
  fit(search: Search, relaxed: Float64Array): FixedDispatch | undefined;
  /** What a client is told of the job it named. */
  warnings(): string[];
}

/** Shares of the units that are left open, one after the other. */
const OPEN_SHARES = [0, 0.125, 0.25, 0.5];
/** Of the time that is left, for all attempts together. */
const TIME_SHARE = 0.2;
/** What is left open is searched to this relative gap: the search of the whole comes afterwards. */
const OPEN_GAP = 2e-3;

export function createWarmStarter(
  instance: Instance,
  formulation: Formulation,
  { commitment, jobId }: WarmStart,
): WarmStarter {
  let told = 'was not needed';
  return {
    fit(search, relaxed) {
      const given = givenHours(instance, commitment ?? {});
      const known = [...given.keys()].filter((g) => given[g]?.some((on) => on !== undefined));
      if (known.length === 0) {
        told = commitment ? NOTHING_IN_COMMON : NOT_STORED;
        return undefined;
      }
      const worst = furthestFirst(formulation, given, known, relaxed);
      const found = firstThatFits(search, worst, (open) =>
        startValues(
          instance,
          formulation,
          given.map((hours, g) => (open.has(g) ? [] : hours)),
        ),
      );
      told = !found
        ? DOES_NOT_FIT
        : found.open === 0
          ? USED
          : `${USED} with ${found.open} of ${known.length} units left open`;
      return found?.started;
    },
    warnings: () => (jobId === undefined ? [] : [`The warm start from job ${jobId} ${told}`]),
  };
}

const USED = 'was used';
const NOTHING_IN_COMMON = 'was not used: it has no unit and hour in common with this case';
const NOT_STORED = 'was not used: its schedule is no longer stored';
const DOES_NOT_FIT = 'was not used: its commitment does not fit this case';

/** `worst`: positions of units in the order in which they are left open. */
function firstThatFits(
  search: Search,
  worst: readonly number[],
  valuesWithout: (open: ReadonlySet<number>) => PartialSolution,
): { readonly started: FixedDispatch; readonly open: number } | undefined {
  const limited = { ...search, clock: shareOf(search.clock), mipGap: Math.max(search.mipGap, OPEN_GAP) };
  for (const share of OPEN_SHARES) {
    const open = new Set(worst.slice(0, Math.ceil(share * worst.length)));
    const started = dispatchStart({ ...limited, start: valuesWithout(open) });
    if (started) return { started, open: open.size };
    if (limited.clock.leftS() <= 0) return undefined;
  }
  return undefined;
}

/** Positions of the units, those first whose hours differ most from the relaxation. */
function furthestFirst(
  { x }: Formulation,
  given: GivenHours,
  known: readonly number[],
  relaxed: Float64Array,
): number[] {
  const distance = new Map(
    known.map((g) => {
      const hours = given[g] ?? [];
      const off = hours.map((on, t) => (on === undefined ? 0 : Math.abs(on - (relaxed[x.on(g, t)] ?? 0))));
      return [g, off.reduce((sum, hour) => sum + hour, 0)];
    }),
  );
  return [...known].sort((a, b) => (distance.get(b) ?? 0) - (distance.get(a) ?? 0) || a - b);
}

function shareOf(clock: Clock): Clock {
  const end = clock.leftS() * (1 - TIME_SHARE);
  return { ...clock, leftS: () => clock.leftS() - end };
}
