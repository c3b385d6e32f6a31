/**
 * A result without a model, for a case that is too large for its time limit or for the memory. Its schedule is made by
 * priority list (uc/listed-dispatch.ts). Its bound is the Lagrangian bound at prices that rise step by step
 * (uc/lagrangian/price-ascent.ts); averages of these prices give the next priority lists. The result has no prices that
 * support its schedule.
 */
import { isPlain } from '../../../temporal/case/arithmetic/reserve-providers.ts';
import type { Commitment } from '../../../temporal/case/schema.ts';
import { idleEnergy } from '../../case/read-storage.ts';
import { objectiveOf, scheduleCost } from '../../uc/cost.ts';
import { isTied } from '../../uc/formulation/demand-response.ts';
import { hourlyDispatch } from '../../uc/hourly-dispatch.ts';
import { type PriceAscent, priceAscent } from '../../uc/lagrangian/price-ascent.ts';
import { listedDispatch } from '../../uc/listed-dispatch.ts';
import { bySeriesName, roundedSchedule, type Schedule } from '../../uc/schedule.ts';
import type { PreparedCase } from '../base/prepared-case.ts';
import { isStopped, relativeGap, type Solve, shareOfClock } from '../base/solve.ts';
import { everyHour } from '../model/commitment-values.ts';
import { limitedDispatch } from './limited-dispatch.ts';

export interface Outline {
  readonly schedule: Schedule;
  /** Commitment by unit name. */
  readonly commitment: Commitment;
  /** Cost of the schedule, $. */
  readonly cost: number;
  /** Lower bound, $; -Infinity without a bound. */
  readonly bound: number;
  /** Overload of soft lines by line id, MW. */
  readonly overflow: Record<string, number[]>;
  readonly prices: Pick<PriceAscent, 'energy' | 'reserve'>;
}

/** The steps of a solve for which time and memory suffice. */
export interface Plan {
  /** True if an outline comes before the search. */
  readonly outlines: boolean;
  readonly searches: boolean;
  /** Shortest time limit for which there is a search, s. */
  readonly searchS: number;
  /** Time that a search without a good schedule leaves to an outline, s. */
  readonly sparedS: number;
}

/** Number of unit-hours above which a model needs more memory than a process has, or takes hours. */
const MOST_HOURS = 200_000;
/**
 * Time to build a model, per unit-hour, s. The next constants are the least time to search it, per unit-hour, s,
 * without and with a network.
 */
const BUILD_S = 1.5e-4;
const SEARCH_S = 4e-4;
const NETWORK_SEARCH_S = 1e-3;
/** Number of flows after outages, over all hours, above which one screening takes seconds. */
const MOST_FLOWS = 5e8;
/** Share of the time limit below which the building of a model counts as short; the model is then built at once. */
const SHORT_BUILD = 0.1;
/**
 * Time that a search leaves to an outline, s; at most the next constant as a share of the limit. A longer limit never
 * leaves less.
 */
const SPARED_S = 4;
const SPARED_SHARE = 0.25;
/** Accepted delay of the first schedule after the time limit, s. */
const LATE_S = 0.5;
/** Share of the time limit that an outline before a search may take; it may take `searchS` if that is longer. */
const OUTLINE_SHARE = 0.1;
/**
 * Largest share of the time limit that is left for making and certifying the result, which takes about as long as the
 * first schedule and its bound.
 */
const MOST_CERTIFY_SHARE = 0.5;

/** Number of price steps between the first two lists. The next constant is the factor by which this number grows. */
const FIRST_STEPS = 10;
const GROWTH = 1.5;

/** True if lists and prices cover every constraint of the case. */
export function isOutlined({ instance, isContradictory }: PreparedCase): boolean {
  const { jobType, bids, demandResponse, storage, dcLines, interfaces, lossShares, network } = instance;
  const { emission_limit_t, fuel_limits, generators, renewables, reserves, contingencies } = instance.case;
  return (
    jobType !== 'ed' &&
    !isContradictory &&
    !lossShares &&
    dcLines.length === 0 &&
    interfaces.length === 0 &&
    network.shifters.length === 0 &&
    bids.every(({ isWhole }) => !isWhole) &&
    !demandResponse.some(isTied) &&
    emission_limit_t === undefined &&
    fuel_limits.length === 0 &&
    [...generators, ...renewables, ...storage].every(({ energy_limits }) => energy_limits.length === 0) &&
    reserves.every(isPlain) &&
    contingencies.every(({ generators }) => generators.length === 0) &&
    storage.every((item) => idleEnergy(item) !== undefined)
  );
}

/**
 * Plans the steps. A large case is searched from an outline if its model may fit into time and memory; otherwise the
 * outline takes all the time. Any other case is searched first.
 */
export function planOf({ request, prepared }: Pick<Solve, 'request' | 'prepared'>): Plan {
  const { timeLimitS, finish = false, start } = request;
  const { factors, contingencies, instance } = prepared;
  const hours = instance.units.length * instance.periods;
  const flows = (factors?.monitored.length ?? 0) * contingencies.length * instance.periods;
  const isTooLarge = hours > MOST_HOURS;
  const isShort = BUILD_S * hours > (finish ? 1 : SHORT_BUILD) * timeLimitS || flows > MOST_FLOWS;
  const searchS = (factors ? NETWORK_SEARCH_S : SEARCH_S) * hours;
  if (!isOutlined(prepared)) return { outlines: false, searches: true, searchS, sparedS: 0 };
  const sparedS = Math.max(searchS, Math.min(SPARED_S, SPARED_SHARE * timeLimitS));
  const isLarge = isTooLarge || isShort;
  const searches = finish
    ? !isLarge && start !== undefined
    : !isLarge || (!isTooLarge && searchS < timeLimitS);
  return { outlines: isLarge || finish, searches, searchS, sparedS };
}

/**
 * Finds an outline; undefined if no schedule was found. The start of the request is dispatched first, and the first
 * priority list is close to it. `searches`, `searchS`: from the plan; they limit the time if a search follows.
 */
export async function findOutline(
  { request, prepared, clock, open, stop, watch, show }: Solve,
  { searches, searchS }: Pick<Plan, 'searches' | 'searchS'> = { searches: false, searchS: 0 },
): Promise<Outline | undefined> {
  const { instance } = prepared;
  const { timeLimitS, mipGap, finish = false } = request;
  const start = request.start && everyHour(instance, request.start.commitment);
  const shares = start?.map((on) => Float32Array.from(on));
  const names = instance.units.map(({ name }) => name);
  const phase = finish ? {} : ({ phase: 'search' } as const);
  const lateS = Math.max(timeLimitS, clock.elapsedS()) + LATE_S;
  let firstS = Infinity;
  const keptS = (): number =>
    searches
      ? timeLimitS - Math.max(OUTLINE_SHARE * timeLimitS, searchS)
      : Math.min(firstS, MOST_CERTIFY_SHARE * timeLimitS);
  const isOver = (): boolean => isStopped({ stop }) || finish || clock.leftS() < keptS();
  const limited = limitedDispatch(prepared, {
    open: (milp) => open(milp, stop),
    leftS: () => Math.max(0, lateS - clock.elapsedS()),
  });
  // The bound is computed first, because a schedule within flow limits may take long.
  const prices = priceAscent(instance);
  let best: Pick<Outline, 'schedule' | 'cost' | 'overflow'> | undefined;
  let isRaised = false;
  const keep = (schedule: Schedule | undefined): void => {
    const overflow = limited?.overflow() ?? {};
    const cost = schedule ? objectiveOf(scheduleCost(instance, schedule, overflow, 0)) : Infinity;
    if (!schedule || cost >= (best?.cost ?? Infinity)) return;
    best = { schedule, cost, overflow };
    firstS = Math.min(firstS, clock.elapsedS());
    const commitment = bySeriesName(names, schedule.on);
    watch.onIncumbent({ commitment, objective: cost, bound: prices.bound });
    show({ ...phase, incumbent: cost });
  };
  const list = async (): Promise<void> =>
    keep(
      await listedDispatch(instance, {
        isOver: best ? isOver : () => clock.elapsedS() > lateS,
        ...(isRaised ? { shares: prices.shares } : shares && { shares }),
        ...(limited && { redispatch: limited.redispatch }),
      }),
    );
  const showBound = (): void =>
    show({ ...phase, ...(Number.isFinite(prices.bound) && { bound: prices.bound }) });
  showBound();
  const dispatched = start && (await hourlyDispatch(instance, start, limited?.redispatch));
  if (dispatched && !Array.isArray(dispatched)) keep(dispatched);
  if (!best || !isOver()) await list();
  const isDone = (): boolean => isOver() || relativeGap(best?.cost ?? Infinity, prices.bound) <= mipGap;
  for (let steps = FIRST_STEPS; !isDone(); steps *= GROWTH) {
    isRaised = true;
    for (let k = 0; k < steps && !isOver(); k++) prices.step(best?.cost ?? Infinity);
    showBound();
    if (!isOver()) await list();
  }
  if (!best) return undefined;
  const schedule = roundedSchedule(instance, best.schedule);
  return {
    ...best,
    schedule,
    commitment: bySeriesName(names, schedule.on),
    bound: prices.bound,
    prices: { energy: prices.energy, reserve: prices.reserve },
  };
}

/** Least time in which an outline is improved, s. */
const LEAST_OUTLINE_S = 0.01;

/** Finds an outline in `limitS` of the remaining time. */
export function outlineWithin(solve: Solve, limitS: number): Promise<Outline | undefined> {
  const leftS = solve.clock.leftS();
  const clock = shareOfClock(solve.clock, leftS > limitS ? limitS / leftS : 1);
  const timeLimitS = Math.max(LEAST_OUTLINE_S, clock.limitS);
  return findOutline({ ...solve, request: { ...solve.request, timeLimitS }, clock });
}

/**
 * Finds an outline in the time kept for it (`spare`). This happens once; the searches may then use the rest of that
 * time.
 */
export async function outlineInSpare(solve: Solve): Promise<Outline | undefined> {
  const { spare } = solve;
  if (!spare || spare.isNear || spare.seconds === 0 || isStopped(solve)) return undefined;
  const { seconds } = spare;
  spare.seconds = 0;
  return outlineWithin(solve, seconds);
}

/**
 * True if the outline has the commitment of the start, and the case has no storage (an outline leaves storage idle).
 */
export const isFaithful = ({ request: { start }, prepared }: Solve, { commitment }: Outline): boolean =>
  prepared.instance.storage.length === 0 &&
  prepared.instance.units.every(({ name }) =>
    commitment[name]?.every((on, t) => on === start?.commitment[name]?.[t]),
  );
