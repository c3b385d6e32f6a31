/** Every $ of a schedule again, from the payload and the reported hours alone. */

import { familyPenalties } from '../families/index.ts';
import type { Schedule, UnitSchedule } from '../schedule/schedule.ts';
import { at, sum, toRuns } from '../schedule/series.ts';
import { productionCost, startupCost } from './unit-cost.ts';

/** In a dispatch without commitment, a unit with more than this is running, MW. */
const RUNNING_MW = 1e-6;

export interface RecomputedCost {
  readonly energy: number;
  readonly noLoad: number;
  readonly startup: number;
  readonly shutdown: number;
  readonly penalty: number;
  /** Worth of the energy left in storage. */
  readonly stored: number;
}

/** Without penalties, $. */
export const totalOf = ({ energy, noLoad, startup, shutdown }: RecomputedCost): number =>
  energy + noLoad + startup + shutdown;

/** With penalties, less what is left in storage, $. */
export const objectiveOf = (cost: RecomputedCost): number => totalOf(cost) + cost.penalty - cost.stored;

export function recomputedCost(schedule: Schedule): RecomputedCost {
  const production = schedule.units.flatMap((unit) => productionCosts(schedule, unit));
  const renewables = schedule.renewables.map(
    ({ renewable, output }) => (renewable.marginal_cost ?? 0) * sum(output),
  );
  return {
    energy: sum(production.map((cost) => cost.energy)) + sum(renewables),
    noLoad: sum(production.map((cost) => cost.noLoad)),
    startup: schedule.jobType === 'ed' ? 0 : sum(schedule.units.map(startupCosts)),
    shutdown: schedule.jobType === 'ed' ? 0 : sum(schedule.units.map(shutdownCosts)),
    penalty: penalties(schedule) + familyPenalties(schedule),
    stored: sum(
      schedule.storages.map(
        ({ storage, energy }) =>
          (storage.final_value_usd_per_mwh ?? 0) * at(energy, schedule.hours.length - 1),
      ),
    ),
  };
}

const productionCosts = ({ hours, relaxed }: Schedule, unit: UnitSchedule) =>
  hours
    .filter((hour) => (relaxed ? !(at(unit.output, hour) <= RUNNING_MW) : unit.on[hour]))
    .map((hour) => productionCost(unit.generator, at(unit.output, hour)));

function startupCosts({ generator, on, onBefore }: UnitSchedule): number {
  const off = toRuns(on, onBefore).filter((run) => !run.on && run.end < on.length);
  return sum(
    off.map((run) => {
      const before = run.initial ? Math.abs(generator.initial_status) : 0;
      return startupCost(generator, before + run.end - run.start);
    }),
  );
}

/** Every run off that did not begin before the first hour begins with a stop. */
const shutdownCosts = ({ generator, on, onBefore }: UnitSchedule): number =>
  (generator.shutdown_cost ?? 0) * toRuns(on, onBefore).filter((run) => !run.on && !run.initial).length;

function penalties({ grid, overflow, payload, reserves, unserved }: Schedule): number {
  const shed = (payload.options?.unserved_energy_usd_per_mwh ?? 0) * sum(unserved.map(sum));
  const short = reserves.map(({ product, shortfall }) => (product.penalty_usd_per_mwh ?? 0) * sum(shortfall));
  const above = grid.lines.map(({ penalty = 0 }, line) => penalty * sum(overflow[line] ?? []));
  return shed + sum(short) + sum(above);
}
