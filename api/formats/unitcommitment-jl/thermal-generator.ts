/** Reads a thermal unit of UnitCommitment.jl as a generator. */

import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { type CostCurve, costAt, toCurve } from '../base/cost-curve.ts';
import { type JsonObject, toSeries } from '../base/json-object.ts';
import { ImportError } from '../base/report.ts';
import type { ReadGenerator } from '../base/thermal-unit.ts';
import { type StartupTier, toGenerator } from '../base/thermal-unit.ts';
import type { CaseContext } from './case-context.ts';

const MW = 'Production cost curve (MW)';
const COST = 'Production cost curve ($)';
/** Relative tolerance within which costs of two curves are equal. */
const SAME_COST = 1e-6;

/** Reads a thermal unit. Limits by hour are added to the constant limits as profiles, as in a network. */
export function thermalGenerator(name: string, unit: JsonObject, context: CaseContext): ReadGenerator {
  const { curve, profiles } = costCurve(unit, context);
  const status = context.stepsOf(unit, 'Initial status (h)');
  if (status === 0) unit.refuse('Initial status (h)', 'Should not be 0');
  const unlimited = Number.POSITIVE_INFINITY;
  const generator = toGenerator(
    {
      name,
      bus: context.busOf(unit, 'Bus'),
      curve,
      tiers: startupTiers(unit, context),
      rampUp: unit.number('Ramp up limit (MW)', unlimited),
      rampDown: unit.number('Ramp down limit (MW)', unlimited),
      startupLimit: unit.number('Startup limit (MW)', unlimited),
      shutdownLimit: unit.number('Shutdown limit (MW)', unlimited),
      minUptime: context.stepsOf(unit, 'Minimum uptime (h)', 1),
      minDowntime: context.stepsOf(unit, 'Minimum downtime (h)', 1),
      onBefore: status > 0,
      hoursBefore: Math.abs(status),
      powerBefore: unit.number('Initial power (MW)'),
      mustRun: isAlwaysOn(givenHours(unit, context)) || isAlwaysOn(mustRunHours(unit, context)),
    },
    unit.notes,
  );
  const shutdown = unit.amount('Shutdown cost ($)', 0);
  return { ...generator, ...(shutdown > 0 && { shutdown_cost: shutdown }), ...profiles };
}

type Profiles = Pick<ReadGenerator, 'p_min_profile' | 'p_max_profile'>;

/**
 * Cost curve of a unit. If the curve varies by hour, the curve of the hour with the widest range is used, within the
 * limits of each hour.
 */
function costCurve(unit: JsonObject, { periods }: CaseContext): { curve: CostCurve; profiles: Profiles } {
  const path = [...unit.path, MW];
  const [mw, cost] = [pointSeries(unit, MW, periods), pointSeries(unit, COST, periods)];
  const isSteady = [...mw, ...cost].every((series) => series.every((value) => value === series[0]));
  const curves = Array.from({ length: isSteady ? 1 : periods }, (_, t) => {
    const at = (points: readonly number[][]) => points.map((series) => series[t] ?? 0);
    return toCurve(at(mw), at(cost), path);
  });
  const curve = curves.reduce((widest, other) => (width(other) > width(widest) ? other : widest));
  if (isSteady) return { curve, profiles: {} };
  if (!curves.every((other) => isPartOf(other, curve)))
    unit.change(
      'warning',
      'cost_by_hour',
      'A cost curve that varies with the hour is that of its widest hour',
      MW,
    );
  return {
    curve,
    profiles: {
      p_min_profile: curves.map((hour) => hour[0]?.mw ?? 0),
      p_max_profile: curves.map((hour) => hour.at(-1)?.mw ?? 0),
    },
  };
}

const width = (curve: CostCurve): number => (curve.at(-1)?.mw ?? 0) - (curve[0]?.mw ?? 0);

/** Points of a curve by hour, shape [points][T]. */
const pointSeries = (unit: JsonObject, field: string, periods: number): number[][] =>
  unit.list(field).map((point, k) => toSeries(point, periods, [...unit.path, field, k]));

/** True if `whole` has the same costs as `part`, over the outputs of `part`. */
function isPartOf(part: CostCurve, whole: CostCurve): boolean {
  const [low, high] = [part[0]?.mw ?? 0, part.at(-1)?.mw ?? 0];
  const inside = whole.filter(({ mw }) => mw >= low && mw <= high);
  return [...part, ...inside].every(({ mw }) => {
    const [one, other] = [costAt(part, mw), costAt(whole, mw)];
    return Math.abs(one - other) <= SAME_COST * Math.max(1, Math.abs(one));
  });
}

function startupTiers(unit: JsonObject, { perHour }: CaseContext): StartupTier[] {
  const [costs, delays] = [unit.numbers('Startup costs ($)', [0]), unit.numbers('Startup delays (h)', [1])];
  const path = [...unit.path, 'Startup delays (h)'];
  if (costs.length !== delays.length) throw new ImportError(path, 'Should have as many delays as costs');
  const wrong = delays.findIndex((delay, s) => s > 0 && delay <= (delays[s - 1] ?? delay));
  if (wrong > 0) throw new ImportError([...path, wrong], 'Delays should be in ascending order');
  return delays.map((lag_h, s) => ({ lag_h: lag_h * perHour, cost_usd: costs[s] ?? 0 }));
}

/**
 * Hours in which the file fixes the unit on or off. If the unit is fixed on in all hours, it becomes a must-run unit
 * instead.
 */
export function fixedHours(
  generator: string,
  unit: JsonObject,
  context: CaseContext,
): NonNullable<SolvePayload['fixed_commitment']> {
  const hours = givenHours(unit, context);
  if (isAlwaysOn(hours)) return [];
  return hours.flatMap((on, hour) => (on === null ? [] : [{ generator, hour, on }]));
}

const isAlwaysOn = (hours: readonly (boolean | null)[]): boolean => hours.every((on) => on === true);

/**
 * State that the file fixes in each hour, shape [T]: true for on, false for off, null for free. It is on or off where a
 * commitment is given, and on in single must-run hours.
 */
function givenHours(unit: JsonObject, context: CaseContext): (boolean | null)[] {
  const mustRun = mustRunHours(unit, context);
  const status = hourly(unit, 'Commitment status', context, (on) => (on === null ? null : toState(on)));
  return isAlwaysOn(mustRun)
    ? status
    : status.map((on, hour) => on ?? (mustRun[hour] === true ? true : null));
}

const mustRunHours = (unit: JsonObject, context: CaseContext): (boolean | null)[] =>
  hourly(unit, 'Must run?', context, (on) => toState(on === 1 || on === 0 ? on === 1 : (on ?? false)));

const toState = (on: unknown): boolean | undefined => (typeof on === 'boolean' ? on : undefined);

/** Values of a field by hour. A single value applies to all hours; a missing field is refused. */
function hourly(
  unit: JsonObject,
  field: string,
  { periods }: CaseContext,
  parse: (value: unknown) => boolean | null | undefined,
): (boolean | null)[] {
  const value = unit.value(field) ?? null;
  const isList = Array.isArray(value);
  const hours: readonly unknown[] = isList ? value : Array.from({ length: periods }, () => value);
  const path = [...unit.path, field];
  if (hours.length !== periods) throw new ImportError(path, `Should have ${periods} values`);
  return hours.map((each, hour) => {
    const on = parse(each);
    if (on === undefined)
      throw new ImportError(isList ? [...path, hour] : path, 'Should be true, false or null');
    return on;
  });
}
