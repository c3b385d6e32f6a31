/** Writes a payload as an instance of pglib-uc: one bus, thermal units, free renewables, one hard reserve. */
import { ratedOf } from '../../../temporal/case/arithmetic/output-limits.ts';
import { perInterval } from '../../../temporal/case/arithmetic/per-interval.ts';
import { isDown } from '../../../temporal/case/arithmetic/reserve-providers.ts';
import { isList, type Limits, leastLimit } from '../../../temporal/case/arithmetic/series.ts';
import type { Generator, SolvePayload } from '../../../temporal/case/schema.ts';
import { costCurve } from '../base/cost-curve.ts';
import { alwaysRuns } from '../base/network-writing.ts';
import { noteUnwritten } from '../base/note-unwritten.ts';
import { createReport, type Exported, type Notes, notesAt, type ReportBuilder } from '../base/report.ts';
import { startupTiers, unitState, writtenLimit } from '../base/thermal-unit.ts';

export function writePglibUc(original: SolvePayload): Exported {
  const report = createReport();
  const payload = perInterval(original);
  if (payload !== original) {
    const message = `A period is an interval of ${original.interval_minutes} min: times, ramps and costs are those of one`;
    report.change('warning', 'time_step', message, ['interval_minutes']);
  }
  const { horizon, generators, renewables = [] } = payload;
  const units: [string, object][] = [];
  for (const [i, unit] of generators.entries()) {
    units.push([unit.name, thermalUnit(unit, notesAt(report, 'generators', i))]);
  }
  for (const [i, { marginal_cost }] of renewables.entries())
    if (marginal_cost) report.drop('warning', 'renewable_cost', 'Renewables cost nothing', ['renewables', i]);
  noteNetwork(payload, report);
  noteUnwritten(payload, report);
  const hours = Array.from({ length: horizon }, (_, t) => t);
  const file = {
    time_periods: horizon,
    demand: hours.map((t) => payload.loads.reduce((sum, { values }) => sum + (values[t] ?? 0), 0)),
    reserves: requirement(payload, hours, report),
    thermal_generators: Object.fromEntries(units),
    renewable_generators: Object.fromEntries(
      renewables.map(({ name, p_min, p_max }) => [
        name,
        { name, power_output_minimum: p_min, power_output_maximum: p_max },
      ]),
    ),
  };
  report.keep('thermal_generators', 'Thermal units', units.length);
  report.keep('renewable_generators', 'Renewables', renewables.length);
  return { file, report: report.report() };
}

function thermalUnit(unit: Generator, notes: Notes): object {
  const { onBefore, hoursBefore, powerBefore } = unitState(unit, notes);
  const { ramp_up, ramp_down } = unit;
  const { p_min, p_max } = ratedOf(unit);
  if (isList(unit.p_max) || isList(unit.p_min))
    notes.drop('warning', 'profile', 'Limits that vary with the hour');
  const most = (mw: Limits): number =>
    Math.min(leastLimit(mw) ?? Number.POSITIVE_INFINITY, Math.max(p_max, p_max - p_min));
  return {
    name: unit.name,
    must_run: alwaysRuns(unit) ? 1 : 0,
    power_output_minimum: p_min,
    power_output_maximum: p_max,
    ramp_up_limit: most(ramp_up),
    ramp_down_limit: most(ramp_down),
    ramp_startup_limit: most(writtenLimit(unit.startup_ramp, ramp_up, unit, notes)),
    ramp_shutdown_limit: most(writtenLimit(unit.shutdown_ramp, ramp_down, unit, notes)),
    time_up_minimum: Math.max(1, unit.min_uptime),
    time_down_minimum: Math.max(1, unit.min_downtime),
    power_output_t0: powerBefore,
    unit_on_t0: onBefore ? 1 : 0,
    time_up_t0: onBefore ? hoursBefore : 0,
    time_down_t0: onBefore ? 0 : hoursBefore,
    startup: startupTiers(unit).map(({ lag_h, cost_usd }) => ({ lag: lag_h, cost: cost_usd })),
    piecewise_production: costCurve(unit, p_min, p_max).map(({ mw, usd_per_h }) => ({ mw, cost: usd_per_h })),
  };
}

/** Sum of the hard requirements of all reserve products: they share the headroom of every unit. */
function requirement(
  { reserves = [] }: SolvePayload,
  hours: readonly number[],
  report: ReportBuilder,
): number[] {
  for (const [q, { penalty_usd_per_mwh, providers }] of reserves.entries()) {
    const notes = notesAt(report, 'reserves', q);
    if (penalty_usd_per_mwh !== undefined)
      notes.change('warning', 'hard_reserve', 'A reserve that may fall short at a price is hard');
    if (providers !== undefined)
      notes.change('warning', 'reserve_eligibility', 'Every unit on line provides the reserve');
  }
  return hours.map((t) =>
    reserves
      .filter((product) => !isDown(product))
      .reduce((sum, { mw }) => sum + (typeof mw === 'number' ? mw : (mw[t] ?? 0)), 0),
  );
}

function noteNetwork(
  { transmission_lines, contingencies, storage, options }: SolvePayload,
  report: ReportBuilder,
): void {
  if (transmission_lines?.length)
    report.drop('warning', 'transmission_lines', 'All elements are at one bus', ['transmission_lines']);
  if (contingencies?.length) report.drop('warning', 'contingencies', 'Contingencies', ['contingencies']);
  for (const s of (storage ?? []).keys()) report.drop('warning', 'storage', 'Storage', ['storage', s]);
  if (options?.unserved_energy_usd_per_mwh !== undefined) {
    const path = ['options', 'unserved_energy_usd_per_mwh'];
    report.change('warning', 'hard_balance', 'Load must be served, at any price', path);
  }
}
