/**
 * Completes the figures of a schedule: flows by a load flow, prices of limits and components of prices, emissions,
 * fuel, costs.
 */
import { objectiveOf, recomputedCost, totalOf } from '../cost/recomputed-cost.ts';
import { emissionFigures, emissions } from '../families/emissions.ts';
import { fuelFigures } from '../families/fuel-limits.ts';
import { factorizeGrid } from '../network/dc-flow.ts';
import { injections, lossWithdrawals } from '../network/injections.ts';
import { interfaceFlows, outsideLimits } from '../network/interface-flows.ts';
import { reachedFlows } from '../network/outage-flows.ts';
import type { JudgedCase } from '../schedule/case.ts';
import { isSoft, limitOf } from '../schedule/grid.ts';
import { readSchedule } from '../schedule/read-schedule.ts';
import type { Schedule, UnverifiedResult } from '../schedule/schedule.ts';
import { at } from '../schedule/series.ts';
import { completePrices } from './complete-prices.ts';
import { fill, type LeftOut } from './left-out.ts';

export function completeFigures(
  judged: JudgedCase,
  partial: UnverifiedResult,
  leftOut: LeftOut,
): UnverifiedResult {
  const read = (result: UnverifiedResult): Schedule => readSchedule(judged, result);
  const ofLines = { ...partial, ...flowsOf(read(partial), partial, leftOut) };
  const withFlows = { ...ofLines, ...interfacesOf(read(ofLines), ofLines, leftOut) };
  const lossy = { ...withFlows, ...lossesOf(read(withFlows), withFlows, leftOut) };
  const parted = completePrices(lossy, read, leftOut);
  const emitted = emissions.applies(judged) ? emissionFigures(read(parted)) : {};
  const burning = withFigures(parted, { ...emitted, ...fuelFigures(read(parted)) }, leftOut);
  return withFigures(burning, costFigures(read(burning)), leftOut);
}

/** Without losses all flows follow from the injections, and the overflow of soft lines from the flows. */
function flowsOf(schedule: Schedule, reported: UnverifiedResult, leftOut: LeftOut) {
  const { grid, hours, isLossy, outages } = schedule;
  const lines = grid.lines.map((element, line) => ({ name: element.id, element, line }));
  const soft = lines.filter(({ element }) => isSoft(element));
  const isWhole =
    lines.every(({ name }) => reported.flows_mw?.[name]) &&
    soft.every(({ name }) => reported.overflow_mw?.[name]);
  if (isWhole) return {};
  const factors = isLossy ? null : factorizeGrid(grid, []);
  const solve = reachedFlows(grid, factors, injections(schedule), schedule.shifts);
  const base = factors && solve([])?.flows;
  const broken = base && soft.length > 0 ? outages.filter((outage) => outage.lines.length > 0) : [];
  const states = [
    { id: null, flows: base },
    ...broken.map(({ id, lines: lost }) => ({ id, flows: solve(lost)?.flows })),
  ];
  const overflowAt = ({ element, line }: (typeof lines)[number], hour: number): number =>
    states.reduce((most, { id, flows }) => {
      const mw = flows ? Math.abs(at(flows[hour] ?? [], line)) : 0;
      return Math.max(most, mw - limitOf(element, id, hour));
    }, 0);
  return {
    flows_mw: fill(leftOut, 'flows_mw', reported.flows_mw, lines, ({ line }) =>
      base?.map((flows) => at(flows, line)),
    ),
    overflow_mw: fill(leftOut, 'overflow_mw', reported.overflow_mw, soft, (item) =>
      base ? hours.map((hour) => overflowAt(item, hour)) : undefined,
    ),
  };
}

/** Without losses the flows of interfaces follow from the injections, and their overflow from the flows. */
function interfacesOf(schedule: Schedule, reported: UnverifiedResult, leftOut: LeftOut) {
  const { grid, hours, interfaces, isLossy } = schedule;
  if (interfaces.length === 0) return {};
  const factors = isLossy || grid.lines.length === 0 ? null : factorizeGrid(grid, []);
  const solve = factors ? reachedFlows(grid, factors, injections(schedule), schedule.shifts) : undefined;
  const flows = interfaceFlows(schedule, solve);
  const items = interfaces.filter(({ id }) => flows.has(id)).map((item) => ({ ...item, name: item.id }));
  const soft = items.filter(({ penalty_usd_per_mwh }) => Number.isFinite(penalty_usd_per_mwh));
  const flowOf = (id: string) => (isLossy ? reported.interface_flow_mw?.[id] : flows.get(id));
  return {
    interface_flow_mw: fill(leftOut, 'interface_flow_mw', reported.interface_flow_mw, items, ({ id }) =>
      flowOf(id),
    ),
    interface_overflow_mw: fill(
      leftOut,
      'interface_overflow_mw',
      reported.interface_overflow_mw,
      soft,
      (item) => {
        const mw = flowOf(item.id);
        return mw && hours.map((hour) => Math.max(0, outsideLimits(item, hour, at(mw, hour))));
      },
    ),
  };
}

/** Losses: power that enters the buses and does not leave them over lines. */
function lossesOf(schedule: Schedule, reported: UnverifiedResult, { derived }: LeftOut) {
  if (!schedule.isLossy || reported.losses_mw) return {};
  derived.add('losses_mw');
  const lost = lossWithdrawals(schedule, injections(schedule));
  return { losses_mw: lost.map((buses) => buses.reduce((sum, mw) => sum + mw, 0)) };
}

/** Given figures are kept, to be judged; missing ones are filled in. */
function withFigures(result: UnverifiedResult, figures: object, { derived }: LeftOut): UnverifiedResult {
  const reported = new Map(Object.entries(result));
  const absent = Object.entries(figures).filter(([name]) => (reported.get(name) ?? null) === null);
  for (const [name] of absent) derived.add(name);
  return { ...result, ...Object.fromEntries(absent) };
}

function costFigures(schedule: Schedule): Partial<UnverifiedResult> {
  const cost = recomputedCost(schedule);
  return {
    total_cost_usd: totalOf(cost),
    objective_value: objectiveOf(cost),
    cost_breakdown: {
      energy_usd: cost.energy,
      no_load_usd: cost.noLoad,
      startup_usd: cost.startup,
      shutdown_usd: cost.shutdown,
      penalty_usd: cost.penalty,
      stored_value_usd: cost.stored,
      bid_value_usd: cost.bought,
    },
  };
}
