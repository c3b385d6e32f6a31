/**
 * An answer without a model of the case, for one that is large for its time or for the memory: a schedule by priority
 * list (uc/listed-dispatch.ts) and the Lagrangian bound at prices that rise step by step (uc/lagrangian/price-ascent.ts),
 * whose averages make the next lists. It has no prices that support it.
 */
import { scheduleCost } from '../../uc/cost.ts';
import type { Instance } from '../../uc/instance.ts';
import { type PriceAscent, priceAscent } from '../../uc/lagrangian/price-ascent.ts';
import { listedDispatch } from '../../uc/listed-dispatch.ts';
import { roundedSchedule, type Schedule } from '../../uc/schedule.ts';
import type { PreparedCase } from '../base/prepared-case.ts';
import { relativeGap } from './kernels/search-state.ts';

export interface Outline {
  readonly schedule: Schedule | undefined;
  /** $; Infinity without a schedule. */
  readonly cost: number;
  /** -Infinity where there is none. */
  readonly bound: number;
  /** MW by line id. */
  readonly overflow: Record<string, number[]>;
  readonly prices: Pick<PriceAscent, 'energy' | 'reserve'>;
}

interface OutlineTask {
  readonly mipGap: number;
  /** True when there is no time for another step. */
  readonly isOver: () => boolean;
  readonly onSchedule: (outline: Outline) => void;
  readonly onBound: (bound: number) => void;
}

/** Steps of the prices between two lists: more and more. */
const FIRST_STEPS = 10;
const GROWTH = 1.5;

/** Whether lists and prices know everything that a schedule of the case must keep. */
export function isOutlined({ instance, factors }: PreparedCase): boolean {
  const { payload, jobType, storage, lossShares } = instance;
  return (
    jobType !== 'ed' &&
    !factors &&
    !lossShares &&
    payload.emission_limit_t === undefined &&
    !payload.contingencies?.some(({ generators = [] }) => jobType === 'scuc' && generators.length > 0) &&
    storage.every(({ initial_mwh = 0, final_mwh = 0 }) => final_mwh <= initial_mwh)
  );
}

export function findOutline({ instance }: PreparedCase, task: OutlineTask): Outline {
  let best: Pick<Outline, 'schedule' | 'cost'> = { schedule: undefined, cost: Number.POSITIVE_INFINITY };
  let ascent: PriceAscent | undefined;
  const outline = (): Outline => ({
    ...best,
    overflow: {},
    bound: ascent?.bound ?? Number.NEGATIVE_INFINITY,
    prices: { energy: ascent?.energy ?? [], reserve: ascent?.reserve ?? [] },
  });
  const list = (): void => {
    const isOver = best.schedule ? task.isOver : () => false;
    const found = listedDispatch(instance, { isOver, ...(ascent && { shares: ascent.shares }) });
    const cost = found ? costOf(instance, found) : Number.POSITIVE_INFINITY;
    if (!found || cost >= best.cost) return;
    best = { schedule: found, cost };
    task.onSchedule(outline());
  };
  list();
  const prices = priceAscent(instance);
  ascent = prices;
  task.onBound(prices.bound);
  const isDone = (): boolean => task.isOver() || relativeGap(best.cost, prices.bound) <= task.mipGap;
  for (let steps = FIRST_STEPS; !isDone(); steps *= GROWTH) {
    for (let k = 0; k < steps && !task.isOver(); k++) prices.step(best.cost);
    task.onBound(prices.bound);
    if (!task.isOver()) list();
  }
  const { schedule } = best;
  return { ...outline(), schedule: schedule && roundedSchedule(instance, schedule) };
}

function costOf(instance: Instance, schedule: Schedule): number {
  const { energy_usd, no_load_usd, startup_usd, penalty_usd } = scheduleCost(instance, schedule, {}, 0);
  return energy_usd + no_load_usd + startup_usd + penalty_usd;
}
