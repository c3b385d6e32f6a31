/** Cost of a schedule, $, by kind; start-up tiers follow from the hours off in the final commitment. */
import { startupCost, totalCost } from '../../temporal/case/arithmetic/unit-cost.ts';
import type { Instance, Unit } from './instance.ts';
import type { Schedule } from './schedule.ts';
import { costAt } from './unit-cost.ts';

interface ScheduleCost {
  readonly energy_usd: number;
  readonly no_load_usd: number;
  readonly startup_usd: number;
  /** Absent where no unit pays for a stop. */
  readonly shutdown_usd?: number;
  /** Unserved energy, reserve shortfall and overflow; not part of the cost of operation. */
  readonly penalty_usd: number;
  /** Worth of the energy left in storage; absent where it has none. */
  readonly stored_value_usd?: number;
}

const sum = (values: Iterable<number>): number => {
  let total = 0;
  for (const value of values) total += value;
  return total;
};

/** `overflow`: MW by line id; `further`: penalties of families of constraints, $. */
export function scheduleCost(
  instance: Instance,
  schedule: Schedule,
  overflow: Readonly<Record<string, number[]>>,
  further: number,
): ScheduleCost {
  const { payload, units, renewables } = instance;
  const perUnit = payload.generators.map((generator, g) => {
    const noLoad = generator.cost_curve ? 0 : generator.no_load_cost;
    const hours = (schedule.on[g] ?? []).map((on, t) =>
      on ? costAt(generator, schedule.output[g]?.[t] ?? 0) : 0,
    );
    return { all: sum(hours), noLoad: noLoad * sum(schedule.on[g] ?? []) };
  });
  const noLoad = sum(perUnit.map((cost) => cost.noLoad));
  return {
    energy_usd:
      sum(perUnit.map((cost) => cost.all)) -
      noLoad +
      sum(renewables.map(({ marginal_cost }, i) => (marginal_cost ?? 0) * sum(schedule.renewable[i] ?? []))),
    no_load_usd: noLoad,
    startup_usd:
      instance.jobType === 'ed' ? 0 : sum(units.map((unit, g) => startupCosts(unit, schedule.on[g] ?? []))),
    ...(units.some(({ shutdownCost }) => shutdownCost > 0) && {
      shutdown_usd: sum(units.map((unit, g) => shutdownCosts(unit, schedule.on[g] ?? []))),
    }),
    penalty_usd: penalties(instance, schedule, overflow) + further,
    ...(instance.storage.some(({ final_value_usd_per_mwh: value = 0 }) => value > 0) && {
      stored_value_usd: storedValue(instance, schedule),
    }),
  };
}

/** What a schedule costs with its penalties, less what is left in storage: the objective, $. */
export const objectiveOf = (cost: ScheduleCost): number =>
  totalCost(cost) + cost.penalty_usd - (cost.stored_value_usd ?? 0);

const storedValue = ({ storage }: Instance, schedule: Schedule): number =>
  sum(
    storage.map(
      ({ final_value_usd_per_mwh: value = 0 }, s) => value * (schedule.storage[s]?.energy_mwh.at(-1) ?? 0),
    ),
  );

const shutdownCosts = ({ shutdownCost, onBefore }: Unit, on: readonly number[]): number =>
  shutdownCost * on.filter((now, t) => !now && (t > 0 ? on[t - 1] === 1 : onBefore)).length;

function startupCosts(unit: Unit, on: readonly number[]): number {
  let cost = 0;
  let hoursOff = unit.onBefore ? 0 : unit.hoursBefore;
  let wasOn = unit.onBefore;
  for (const now of on) {
    if (now && !wasOn) cost += startupCost(unit.startupTiers, hoursOff);
    hoursOff = now ? 0 : hoursOff + 1;
    wasOn = now === 1;
  }
  return cost;
}

function penalties(
  { payload, unservedPrice = 0 }: Instance,
  schedule: Schedule,
  overflow: Readonly<Record<string, number[]>>,
): number {
  const shortfalls = (payload.reserves ?? []).map(
    ({ penalty_usd_per_mwh }, q) => (penalty_usd_per_mwh ?? 0) * sum(schedule.shortfall[q] ?? []),
  );
  const overflows = (payload.transmission_lines ?? []).map(
    ({ id, penalty_usd_per_mwh }) => (penalty_usd_per_mwh ?? 0) * sum(overflow[id] ?? []),
  );
  return unservedPrice * sum(schedule.unserved.map(sum)) + sum(shortfalls) + sum(overflows);
}
