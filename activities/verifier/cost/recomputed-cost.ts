/** The cost of a schedule, computed only from the payload and the reported schedule, $. */

import { familyPenalties } from '../families/index.ts';
import { outsideLimits } from '../network/interface-flows.ts';
import { acceptedPrice } from '../schedule/accepted.ts';
import type { Hours } from '../schedule/case.ts';
import { isSoft } from '../schedule/grid.ts';
import type {
  BidSchedule,
  DemandResponseSchedule,
  InterfaceSchedule,
  Schedule,
  ShifterSchedule,
  StorageHours,
  UnitSchedule,
} from '../schedule/schedule.ts';
import { at, sum, toRuns } from '../schedule/series.ts';
import { shedCost, shedSteps } from '../schedule/shedding.ts';
import { productionCost, startupCost } from './unit-cost.ts';

/** Output above which a unit counts as running in a dispatch without commitment, MW. */
const RUNNING_MW = 1e-6;

export interface RecomputedCost {
  readonly energy: number;
  readonly noLoad: number;
  readonly startup: number;
  readonly shutdown: number;
  readonly penalty: number;
  /** Value of the energy left in storage. */
  readonly stored: number;
  /** Value of the accepted demand of bids. */
  readonly bought: number;
}

/** Cost without penalties, $. */
export const totalOf = ({ energy, noLoad, startup, shutdown }: RecomputedCost): number =>
  energy + noLoad + startup + shutdown;

/** Objective: cost with penalties, less the value of stored energy and of accepted demand, $. */
export const objectiveOf = (cost: RecomputedCost): number =>
  totalOf(cost) + cost.penalty - cost.stored - cost.bought;

/** Cost of the angles of a phase shifter, $. */
export const angleCost = ({ cost, degrees }: ShifterSchedule): number => cost * sum(degrees.map(Math.abs));

export function recomputedCost(schedule: Schedule): RecomputedCost {
  const production = schedule.units.flatMap((unit) => productionCosts(schedule, unit));
  const sent = schedule.dcLines.map(({ line, power }) => line.cost * sum(power.map(Math.abs)));
  const renewables = schedule.renewables.map(({ marginal_cost, output }) =>
    paidByHour(marginal_cost, output),
  );
  return {
    energy:
      sum(production.map((cost) => cost.energy)) +
      sum(renewables) +
      sum(sent) +
      sum(schedule.shifters.map(angleCost)) +
      sum(bidPrices(schedule, 'supply')) +
      sum(schedule.demandResponse.map(reductionCost)) +
      sum(schedule.storages.map(costOfUse)),
    noLoad: sum(production.map((cost) => cost.noLoad)),
    startup: schedule.jobType === 'ed' ? 0 : sum(schedule.units.map(startupCosts)),
    shutdown: schedule.jobType === 'ed' ? 0 : sum(schedule.units.map(shutdownCosts)),
    penalty: penalties(schedule) + familyPenalties(schedule),
    stored: sum(
      schedule.storages.map(
        ({ final_value_usd_per_mwh, energy }) =>
          final_value_usd_per_mwh * at(energy, schedule.hours.length - 1),
      ),
    ),
    bought: sum(bidPrices(schedule, 'demand')),
  };
}

/** Cost of the reduced energy, $. */
export const reductionCost = ({ cost, reduced }: DemandResponseSchedule): number => cost * sum(reduced);

const bidPrices = ({ bids, hours }: Schedule, kind: BidSchedule['kind']): number[] =>
  bids.filter((bid) => bid.kind === kind).flatMap((bid) => hours.map((hour) => acceptedPrice(bid, hour)));

const productionCosts = ({ hours, relaxed }: Schedule, unit: UnitSchedule) =>
  hours
    .filter((hour) => (relaxed ? !(at(unit.output, hour) <= RUNNING_MW) : unit.on[hour]))
    .map((hour) => productionCost(unit, at(unit.output, hour), hour));

/** Cost of charging and discharging, $. */
export const costOfUse = (storage: StorageHours): number =>
  storage.charge_cost_usd_per_mwh * sum(storage.charge) +
  sum(storage.discharge.map((mw, hour) => at(storage.discharge_cost_usd_per_mwh, hour) * mw));

/** Cost of a unit, $; not of a relaxed dispatch. */
export const unitCost = (schedule: Schedule, unit: UnitSchedule): number =>
  sum(productionCosts(schedule, unit).map(({ energy, noLoad }) => energy + noLoad)) +
  startupCosts(unit) +
  shutdownCosts(unit);

function startupCosts(unit: UnitSchedule): number {
  const { on, onBefore, initial_status } = unit;
  const off = toRuns(on, onBefore).filter((run) => !run.on && run.end < on.length);
  return sum(
    off.map((run) => {
      const before = run.initial ? Math.abs(initial_status) : 0;
      return startupCost(unit, before + run.end - run.start, run.end);
    }),
  );
}

/** Shutdown cost, $: one stop for every stretch off that begins within the horizon. */
const shutdownCosts = ({ on, onBefore, shutdown_cost }: UnitSchedule): number =>
  shutdown_cost * toRuns(on, onBefore).filter((run) => !run.on && !run.initial).length;

function penalties(schedule: Schedule): number {
  const { grid, hours, interfaces, overflow, reserves, result, unserved } = schedule;
  const shed = sum(
    unserved.map((mw, bus) =>
      sum(hours.map((hour) => shedCost(shedSteps(schedule, bus, hour), at(mw, hour)))),
    ),
  );
  const short = reserves.map(({ steps, penalty_usd_per_mwh, shortfall }) =>
    steps.length > 0 ? sum(shortfall.map((mw) => shedCost(steps, mw))) : paid(penalty_usd_per_mwh, shortfall),
  );
  const above = grid.lines.map((soft, line) =>
    isSoft(soft) ? paidByHour(soft.penalty, overflow[line] ?? []) : 0,
  );
  // Interfaces that do not apply have no flow.
  const outside = interfaces
    .filter(({ id }) => Object.hasOwn(result.interface_flow_mw ?? {}, id))
    .map((item) => paid(item.penalty_usd_per_mwh, excessOf(item)));
  return shed + sum(short) + sum(above) + sum(outside);
}

const excessOf = (item: InterfaceSchedule): number[] =>
  item.flow.map((mw, hour) => Math.max(0, outsideLimits(item, hour, mw)));

/** Cost of MW at a price by hour, $. */
const paidByHour = (price: Hours, mw: readonly number[]): number =>
  price.every((usd) => usd === price[0])
    ? at(price, 0) * sum(mw)
    : sum(mw.map((each, hour) => at(price, hour) * each));

/** Penalty for `mw`, $; 0 if the price is Infinity, since the limit is then hard. */
const paid = (price: number, mw: readonly number[]): number => (Number.isFinite(price) ? price * sum(mw) : 0);
