/**
 * Reads an instance of pglib-uc (Power Grid Lib, IEEE PES Task Force on Benchmarks; MODEL.tex of that library): one
 * bus, thermal units, renewables, one spinning reserve. The payload is the same problem with one exception, which the
 * report states: by equation (STIInit), a second start in the first hours has the cost of a cold start.
 */

import type { Renewable } from '../../../temporal/case/schema.ts';
import { addUnit, noUnits } from '../base/consumer.ts';
import { toCurve } from '../base/cost-curve.ts';
import { JsonObject } from '../base/json-object.ts';
import { checkHorizon, createReport, HOURS_PER_YEAR, ImportError, type Imported } from '../base/report.ts';
import type { ReadGenerator } from '../base/thermal-unit.ts';
import { type StartupTier, type ThermalUnit, toGenerator } from '../base/thermal-unit.ts';

/** Bus of all elements: the format has no network. */
const BUS = 1;
/** Relative tolerance between the ends of a cost curve and the limits of the unit. */
const RANGE_SLACK = 1e-6;
const SECOND_START = 'A second start early on is priced by its real time off; pglib-uc prices it as cold';

/** Reads a payload. `file` is parsed JSON. Throws `ImportError` with the place of an unreadable value. */
export function readPglibUc(file: unknown, maxHorizon = HOURS_PER_YEAR): Imported {
  const report = createReport();
  const root = new JsonObject(file, report);
  const horizon = root.integer('time_periods');
  checkHorizon(horizon, maxHorizon, ['time_periods']);
  const values = root.series('demand', horizon);
  const reserve = root.series('reserves', horizon, 0);
  const units = noUnits<ReadGenerator>();
  const { generators } = units;
  for (const [name, object] of root.objects('thermal_generators')) {
    const unit = thermalUnit(name, object);
    addUnit(toGenerator(unit, object.notes), units, object.notes, horizon);
    if (mayRestartWarm(unit)) object.notes.change('warning', 'second_start', SECOND_START);
  }
  const renewables: Renewable[] = [...units.sources];
  for (const [name, object] of root.objects('renewable_generators'))
    renewables.push(renewable(name, object, horizon));
  root.noteUnread();
  const hasReserve = reserve.some((mw) => mw !== 0);
  report.keep('horizon', `${horizon} hours of demand at one bus`);
  report.keep(
    'generators',
    'Thermal units with cost curve, start-up categories, ramps and state',
    generators.length,
  );
  report.keep('renewables', 'Renewables with hourly limits', renewables.length);
  if (hasReserve) report.keep('reserves', 'Hourly spinning reserve of units on line, as a hard limit');
  return {
    payload: {
      generators,
      loads: [{ bus: BUS, values }, ...units.loads],
      horizon,
      ...(renewables.length > 0 && { renewables }),
      ...(hasReserve && { reserves: [{ name: 'spinning', mw: reserve }] }),
    },
    jobType: 'uc',
    report: report.report(),
  };
}

function thermalUnit(key: string, unit: JsonObject): ThermalUnit {
  const onBefore = unit.flag('unit_on_t0');
  const [hoursOn, hoursOff] = [unit.integer('time_up_t0', 0), unit.integer('time_down_t0', 0)];
  unit.text('name', key);
  return {
    name: key,
    bus: BUS,
    curve: costCurve(unit),
    tiers: startupTiers(unit),
    rampUp: unit.number('ramp_up_limit'),
    rampDown: unit.number('ramp_down_limit'),
    startupLimit: unit.number('ramp_startup_limit'),
    shutdownLimit: unit.number('ramp_shutdown_limit'),
    minUptime: unit.integer('time_up_minimum'),
    minDowntime: unit.integer('time_down_minimum'),
    onBefore,
    hoursBefore: onBefore ? hoursOn : hoursOff,
    powerBefore: unit.number('power_output_t0'),
    mustRun: unit.flag('must_run', false),
  };
}

/** The cost curve, whose ends are the limits of the unit: P^1 = P_min and P^L = P_max. */
function costCurve(unit: JsonObject): ThermalUnit['curve'] {
  const path = unit.place('piecewise_production');
  const points = unit.items('piecewise_production');
  const curve = toCurve(
    points.map((point) => point.number('mw')),
    points.map((point) => point.number('cost')),
    path,
  );
  const [first, last] = [curve[0], curve.at(-1)];
  const low = unit.number('power_output_minimum');
  const high = unit.number('power_output_maximum');
  if (low > high) unit.refuse('power_output_minimum', 'Exceeds the maximum');
  const slack = RANGE_SLACK * Math.max(1, Math.abs(high));
  if (!first || !last || Math.abs(first.mw - low) > slack || Math.abs(last.mw - high) > slack)
    throw new ImportError(path, `Should run from ${low} to ${high} MW, the limits of the unit`);
  last.mw = high;
  first.mw = low;
  return curve;
}

function startupTiers(unit: JsonObject): StartupTier[] {
  const items = unit.items('startup');
  const tiers = items.map((tier) => ({ lag_h: tier.number('lag'), cost_usd: tier.number('cost') }));
  const wrong = tiers.findIndex(({ lag_h }, s) => s > 0 && lag_h <= (tiers[s - 1]?.lag_h ?? lag_h));
  if (wrong > 0) items[wrong]?.refuse('lag', 'Lags should be in ascending order');
  return tiers;
}

/** True if a unit that is off can start, stop and start again before its coldest startup tier applies. */
function mayRestartWarm({ onBefore, minUptime, minDowntime, tiers }: ThermalUnit): boolean {
  const coldest = tiers.at(-1)?.lag_h ?? 0;
  const secondStart = 1 + Math.max(1, minUptime) + Math.max(1, minDowntime);
  return !onBefore && tiers.length > 1 && secondStart < coldest;
}

function renewable(name: string, object: JsonObject, horizon: number): Renewable {
  object.text('name', name);
  return {
    name,
    bus: BUS,
    p_min: object.series('power_output_minimum', horizon),
    p_max: object.series('power_output_maximum', horizon),
  };
}
