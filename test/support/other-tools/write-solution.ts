/**
 * Writes a result as UnitCommitment.jl does (`solution(model)`), with the same rounding, so that Julia is not needed.
 */
import { productionCost, startupCost } from '../../../activities/verifier/cost/unit-cost.ts';
import { readCase } from '../../../activities/verifier/schedule/read-case.ts';
import type { Series, SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';

/** Digits to which MW and states are rounded. */
const DIGITS = 5;

export function writeSolution(payload: SolvePayload, result: SolveResult): Record<string, unknown> {
  const round = (values: readonly number[]) => values.map((value) => Number(value.toFixed(DIGITS)));
  const rounded = (series: Series = {}): Series => mapped(series, round);
  const { commitment, dispatch_mw, startup, renewable_mw, storage = {}, unserved_mw = {} } = result;
  const judged = readCase(payload, 'uc');
  const units = new Map(judged.generators.map((unit) => [unit.name, unit]));
  const cost = (name: string) => (mw: number, hour: number) => {
    const unit = units.get(name);
    if (!unit || commitment[name]?.[hour] !== 1) return 0;
    const { energy, noLoad } = productionCost(unit, mw, hour);
    return energy + noLoad;
  };
  const hoursOff = (name: string, hour: number): number => {
    const before = commitment[name]?.slice(0, hour) ?? [];
    const last = before.lastIndexOf(1);
    const initial = units.get(name)?.initial_status ?? 0;
    return last >= 0 ? hour - 1 - last : hour + Math.max(0, -initial);
  };
  const startCost = (name: string) => (start: number, hour: number) => {
    const unit = units.get(name);
    return unit && start === 1 ? startupCost(unit, hoursOff(name, hour), hour) : 0;
  };
  const off = (name: string) => (state: number, hour: number) => {
    const wasOn =
      hour === 0 ? (units.get(name)?.initial_status ?? 0) > 0 : commitment[name]?.[hour - 1] === 1;
    return wasOn && state === 0 ? 1 : 0;
  };
  const each = (series: Series, to: (name: string) => (value: number, hour: number) => number): Series =>
    Object.fromEntries(Object.entries(series).map(([name, values]) => [name, values.map(to(name))]));
  const prices = new Map(judged.renewables.map((item) => [item.name, item.marginal_cost]));
  const buses = [...new Set(payload.loads.map(({ bus }) => bus))];
  return {
    'Thermal production (MW)': dispatch_mw,
    'Thermal production cost ($)': each(dispatch_mw, cost),
    'Startup cost ($)': each(startup, startCost),
    'Is on': rounded(commitment),
    'Switch on': rounded(startup),
    'Switch off': each(commitment, off),
    'Load curtail (MW)': Object.fromEntries(
      buses.map((bus) => [`b${bus}`, round(unserved_mw[`bus_${bus}`] ?? Array(payload.horizon).fill(0))]),
    ),
    ...(renewable_mw && {
      'Profiled production (MW)': rounded(renewable_mw),
      'Profiled production cost ($)': each(
        renewable_mw,
        (name) => (mw, hour) => mw * (prices.get(name)?.[hour] ?? 0),
      ),
    }),
    ...(Object.keys(storage).length > 0 && {
      'Storage level (MWh)': rounded(mapped(storage, ({ energy_mwh }) => energy_mwh)),
      'Storage charging rates (MW)': rounded(mapped(storage, ({ charge_mw }) => charge_mw)),
      'Storage discharging rates (MW)': rounded(mapped(storage, ({ discharge_mw }) => discharge_mw)),
    }),
    'Line overflow (MW)': rounded(result.overflow_mw),
    'Spinning reserve (MW)': result.reserve_mw ?? {},
    'Spinning reserve shortfall (MW)': result.reserve_shortfall_mw ?? {},
  };
}

const mapped = <T, U>(items: Readonly<Record<string, T>>, to: (item: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(items).map(([name, item]) => [name, to(item)]));
