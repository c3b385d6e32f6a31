/**
 * An answer without a model of the case, for one that is large for its time or for the memory: a schedule by priority
 * list (uc/listed-dispatch.ts) and the Lagrangian bound at prices that rise step by step (uc/lagrangian/price-ascent.ts),
 * whose averages make the next lists. It has no prices that support it.
 */

import { isPlain } from '../../../temporal/case/arithmetic/reserve-providers.ts';
import type { Milp } from '../../milp/model.ts';
import type { SolverSession } from '../../solvers/solver.ts';
import { objectiveOf, scheduleCost } from '../../uc/cost.ts';
import { hourlyDispatch } from '../../uc/hourly-dispatch.ts';
import type { Instance } from '../../uc/instance.ts';
import { type PriceAscent, priceAscent } from '../../uc/lagrangian/price-ascent.ts';
import { listedDispatch } from '../../uc/listed-dispatch.ts';
import { roundedSchedule, type Schedule } from '../../uc/schedule.ts';
import { isContradictory, type PreparedCase } from '../base/prepared-case.ts';
import { relativeGap } from './kernels/search-state.ts';
import { limitedDispatch } from './limited-dispatch.ts';

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
  /** A commitment that is known, 0 or 1, shape [units][T]: dispatched before any list, and what the first one is near. */
  readonly given?: readonly (readonly number[])[];
  /** A session for a part of the case; used where there is a network. */
  readonly open: (milp: Milp) => Promise<SolverSession>;
  /** What is left of the whole time, s. */
  readonly leftS: () => number;
  /** True when there is no time for a first schedule any more. */
  readonly isLate: () => boolean;
  /** True when there is no time for another step. */
  readonly isOver: () => boolean;
  readonly onSchedule: (outline: Outline) => void;
  readonly onBound: (bound: number) => void;
}

/** Steps of the prices between two lists: more and more. */
const FIRST_STEPS = 10;
const GROWTH = 1.5;

/** Whether lists and prices know everything that a schedule of the case must keep. */
export function isOutlined({ instance }: PreparedCase): boolean {
  const { jobType, storage, dcLines, lossShares } = instance;
  const { emission_limit_t, renewables, reserves, contingencies } = instance.case;
  return (
    jobType !== 'ed' &&
    !isContradictory(instance) &&
    !lossShares &&
    dcLines.length === 0 &&
    emission_limit_t === undefined &&
    renewables.every(({ energy_limits }) => energy_limits.length === 0) &&
    reserves.every(isPlain) &&
    contingencies.every(({ generators }) => generators.length === 0) &&
    storage.every(({ initial_mwh, final_mwh }) => final_mwh <= initial_mwh)
  );
}

export async function findOutline(prepared: PreparedCase, task: OutlineTask): Promise<Outline> {
  const { instance } = prepared;
  const limited = limitedDispatch(prepared, task);
  let best: Pick<Outline, 'schedule' | 'cost' | 'overflow'> = {
    schedule: undefined,
    cost: Number.POSITIVE_INFINITY,
    overflow: {},
  };
  // A bound at once: a schedule within flow limits may take long.
  const prices = priceAscent(instance);
  let isRaised = false;
  const shares = task.given?.map((on) => Float32Array.from(on));
  const outline = (): Outline => ({
    ...best,
    bound: prices.bound,
    prices: { energy: prices.energy, reserve: prices.reserve },
  });
  const keep = (found: Schedule | undefined): void => {
    const overflow = limited?.overflow() ?? {};
    const cost = found ? costOf(instance, found, overflow) : Number.POSITIVE_INFINITY;
    if (!found || cost >= best.cost) return;
    best = { schedule: found, cost, overflow };
    task.onSchedule(outline());
  };
  const list = async (): Promise<void> => {
    const isOver = best.schedule ? task.isOver : task.isLate;
    const found = await listedDispatch(instance, {
      isOver,
      ...(isRaised ? { shares: prices.shares } : shares && { shares }),
      ...(limited && { redispatch: limited.redispatch }),
    });
    keep(found);
  };
  task.onBound(prices.bound);
  const given = task.given && (await hourlyDispatch(instance, task.given, limited?.redispatch));
  if (given && !Array.isArray(given)) keep(given);
  if (!best.schedule || !task.isOver()) await list();
  const isDone = (): boolean => task.isOver() || relativeGap(best.cost, prices.bound) <= task.mipGap;
  for (let steps = FIRST_STEPS; !isDone(); steps *= GROWTH) {
    isRaised = true;
    for (let k = 0; k < steps && !task.isOver(); k++) prices.step(best.cost);
    task.onBound(prices.bound);
    if (!task.isOver()) await list();
  }
  const { schedule } = best;
  return { ...outline(), schedule: schedule && roundedSchedule(instance, schedule) };
}

function costOf(instance: Instance, schedule: Schedule, overflow: Outline['overflow']): number {
  return objectiveOf(scheduleCost(instance, schedule, overflow, 0));
}
