/**
 * Large cases with little time: a result without the model of the case (search/find-outline.ts), at once. Where there may be
 * time for the model, and memory, its schedule is what the search starts from; else the rest of the time goes into
 * both. Any other search comes first, and leaves time for an outline until it has a schedule near its bound.
 */

import type { Commitment } from '../../../temporal/case/schema.ts';
import { bySeriesName } from '../../uc/schedule.ts';
import type { EngineRequest } from '../base/engine.ts';
import type { PreparedCase } from '../base/prepared-case.ts';
import { everyHour } from '../model/commitment-values.ts';
import { toMultipliers } from '../result/prices.ts';
import { resultOf, type ScheduleParts, type Uncertified } from '../result/result.ts';
import { findOutline, isOutlined, type Outline } from '../search/find-outline.ts';
import { factsOf, type SearchContext } from './open-search.ts';

/** Hours of units in a model that needs more memory than a process has, or hours. */
const MOST_HOURS = 200_000;
/** What making a model takes for an hour of a unit, and what the search of one takes at least, s. */
const BUILD_S = 1.5e-4;
const SEARCH_S = 4e-4;
const NETWORK_SEARCH_S = 1e-3;
/** Flows after outages in all hours of which one screening takes seconds. */
const MOST_FLOWS = 5e8;
/** A model that takes less of the time than this is made at once. */
const SHORT_BUILD = 0.1;
/** A first schedule may be so late, s. */
const LATE_S = 0.5;
/** Share of the time that an outline may take before a search, or as long as it may take where there is none. */
const OUTLINE_SHARE = 0.1;
/** A search leaves so long for an outline, s, or this share of the time where that is less: no longer limit leaves it less. */
const SPARED_S = 4;
const SPARED_SHARE = 0.25;
/** A result and its certificate take as long as the first schedule and its bound did, and at most this share. */
const MOST_CERTIFY_SHARE = 0.5;

export interface Outlined {
  readonly outline: Outline;
  readonly result: Uncertified;
  /** By unit name. */
  readonly commitment: Commitment;
}

/** What there is time and memory for. */
interface Plan {
  /** An outline comes before the search. */
  readonly outlines: boolean;
  readonly searches: boolean;
  /** With a shorter limit than this there would be no search, s. */
  readonly searchS: number;
  /** A search without a good schedule leaves this much of the time to an outline, s. */
  readonly sparedS: number;
}

export function planOf({ timeLimitS, finish, start }: EngineRequest, prepared: PreparedCase): Plan {
  const { factors, contingencies, instance } = prepared;
  const { units, periods } = instance;
  const hours = units.length * periods;
  const flows = (factors?.monitored.length ?? 0) * contingencies.length * periods;
  const isTooLarge = hours > MOST_HOURS;
  const isShort = BUILD_S * hours > (finish ? 1 : SHORT_BUILD) * timeLimitS || flows > MOST_FLOWS;
  const searchS = (factors ? NETWORK_SEARCH_S : SEARCH_S) * hours;
  if (!isOutlined(prepared)) return { outlines: false, searches: true, searchS, sparedS: 0 };
  const sparedS = Math.max(searchS, Math.min(SPARED_S, SPARED_SHARE * timeLimitS));
  const isLarge = isTooLarge || isShort;
  const searches = finish
    ? !isLarge && start !== undefined
    : !isLarge || (!isTooLarge && searchS < timeLimitS);
  return { outlines: isLarge || finish === true, searches, searchS, sparedS };
}

/** Undefined when there is no such schedule. Without a plan no search follows. */
export async function outlined(
  { request, clock, open, watch, show, isStopped }: SearchContext,
  prepared: PreparedCase,
  { searches = false, searchS = 0 }: Partial<Plan> = {},
): Promise<Outlined | undefined> {
  const { instance } = prepared;
  const names = instance.units.map(({ name }) => name);
  const { timeLimitS } = request;
  let firstS = Number.POSITIVE_INFINITY;
  const keptS = (): number =>
    searches
      ? timeLimitS - Math.max(OUTLINE_SHARE * timeLimitS, searchS)
      : Math.min(firstS, MOST_CERTIFY_SHARE * timeLimitS);
  const lateS = Math.max(timeLimitS, clock.elapsedS()) + LATE_S;
  const phase = request.finish ? {} : ({ phase: 'search' } as const);
  const outline = await findOutline(prepared, {
    open: (milp) => open(milp, {}),
    leftS: () => Math.max(0, lateS - clock.elapsedS()),
    isLate: () => clock.elapsedS() > lateS,
    mipGap: request.mipGap,
    ...(request.start && { given: everyHour(instance, request.start.commitment) }),
    isOver: () => isStopped() || request.finish === true || clock.leftS() < keptS(),
    onSchedule: ({ schedule, cost, bound }) => {
      firstS = Math.min(firstS, clock.elapsedS());
      if (schedule)
        watch.onIncumbent({ commitment: bySeriesName(names, schedule.on), objective: cost, bound });
      show({ ...phase, incumbent: cost });
    },
    onBound: (bound) => show({ ...phase, ...(Number.isFinite(bound) && { bound }) }),
  });
  const { schedule } = outline;
  if (!schedule) return undefined;
  const bound = Math.max(outline.bound, request.start?.bound ?? Number.NEGATIVE_INFINITY);
  const parts: ScheduleParts = {
    schedule,
    overflow: outline.overflow,
    bound,
    nodes: 0,
    prices: undefined,
    binding: () => [],
    multipliers: multipliersOf(prepared, outline),
  };
  const result = resultOf(prepared, parts, factsOf({ request, clock }));
  return { outline, result, commitment: bySeriesName(names, schedule.on) };
}

/** Prices of an outline in the places that the rows of a model have. */
function multipliersOf(prepared: PreparedCase, { prices }: Outline) {
  const { periods } = prepared.instance;
  const parts = [...prices.energy, ...prices.reserve];
  const rows = parts.map((_, part) => Array.from({ length: periods }, (_hour, t) => part * periods + t));
  const duals = Float64Array.from(parts.flatMap((values) => [...values]));
  return toMultipliers(
    prepared,
    {
      balanceRows: rows.slice(0, prices.energy.length),
      reserveRows: rows.slice(prices.energy.length),
      capacityRows: [],
      families: [],
    },
    { limits: [], deliverables: [] },
    duals,
  );
}
