/** Conditions on fields of generators, lines and contingencies that a schema cannot express. */
import { ratedOf } from '../arithmetic/output-limits.ts';
import { isList, valueAt } from '../arithmetic/series.ts';
import type { DcLine, Generator, Interface } from '../schema.ts';
import { eachItem, type PayloadCheck, type PayloadProblem, problem } from './problem.ts';

/** Tolerance for falling slopes of a convex cost curve, $/MWh. */
const CONVEXITY_SLACK = 1e-6;
/** Tolerance by which the ends of a curve may exceed [p_min, p_max], relative. */
const RANGE_SLACK = 1e-6;

export const generatorData: PayloadCheck = ({ generators, interval_minutes = 60 }) => [
  ...(interval_minutes < 60 ? [] : eachItem(generators, wholeHours)),
  ...eachItem(generators, positiveRamps),
  ...eachItem(generators, initialPower),
  ...eachItem(generators, quickStart),
  ...generators.flatMap((unit, i) => listsBesideCurves(unit, ['generators', i])),
  ...eachItem(generators, costCurve),
  ...eachItem(generators, startupCategories),
];

const at = (i: number, field: keyof Generator, msg: string, type?: string): PayloadProblem =>
  problem(['generators', i, field], msg, type);

function wholeHours(unit: Generator, i: number): PayloadProblem | undefined {
  const times = ['min_uptime', 'min_downtime', 'initial_status'] as const;
  const field = times.find((name) => !Number.isInteger(unit[name]));
  return field && at(i, field, 'Input should be a valid integer', 'int_type');
}

function positiveRamps(unit: Generator, i: number): PayloadProblem | undefined {
  for (const field of ['ramp_up', 'ramp_down'] as const) {
    const ramps = unit[field];
    const wrong = [ramps].flat().findIndex((mw) => (mw ?? 1) <= 0);
    const place = ['generators', i, field, ...(isList(ramps) ? [wrong] : [])];
    if (wrong >= 0)
      return problem(place, 'Input should be greater than 0, or null for no limit', 'greater_than');
  }
  return undefined;
}

function initialPower(
  { initial_power_mw: mw, initial_status }: Generator,
  i: number,
): PayloadProblem | undefined {
  const offButProducing = mw !== undefined && mw > 0 && initial_status <= 0;
  return offButProducing
    ? at(i, 'initial_power_mw', 'A unit that is off (initial_status <= 0) has no initial power')
    : undefined;
}

function quickStart(unit: Generator, i: number): PayloadProblem | undefined {
  const { p_max } = ratedOf(unit);
  return (unit.quick_start_mw ?? 0) > p_max
    ? at(i, 'quick_start_mw', `Input should be less than or equal to p_max ${p_max}`, 'less_than_equal')
    : undefined;
}

function costCurve(unit: Generator, i: number): PayloadProblem | undefined {
  const { cost_curve: curve } = unit;
  if (!curve) return undefined;
  const { p_min, p_max } = ratedOf(unit);
  const slack = RANGE_SLACK * Math.max(1, Math.abs(p_max));
  if (curve.some(({ mw }) => mw < p_min - slack || mw > p_max + slack)) {
    return at(i, 'cost_curve', `Points should lie between p_min ${p_min} and p_max ${p_max} MW`);
  }
  const slopes: number[] = [];
  for (const [k, point] of curve.slice(1).entries()) {
    const before = curve[k] ?? point;
    if (point.mw <= before.mw) return at(i, 'cost_curve', 'Points should be in ascending order of mw');
    slopes.push((point.usd_per_h - before.usd_per_h) / (point.mw - before.mw));
  }
  const falls = slopes.some((slope, k) => k > 0 && slope < (slopes[k - 1] ?? slope) - CONVEXITY_SLACK);
  return falls ? at(i, 'cost_curve', 'The curve should be convex: marginal cost may not fall') : undefined;
}

function startupCategories({ startup_categories: tiers }: Generator, i: number): PayloadProblem | undefined {
  const wrong = tiers?.slice(1).some(({ lag_h, cost_usd }, k) => {
    const before = tiers[k];
    return before !== undefined && (lag_h <= before.lag_h || cost_usd < before.cost_usd);
  });
  return wrong
    ? at(i, 'startup_categories', 'lag_h should ascend and cost_usd should not fall from tier to tier')
    : undefined;
}

/** Fields that replace a cost, in a payload or in a network. */
const REPLACED = [
  ['marginal_cost', ['cost_curve', 'heat_rate_curve']],
  ['no_load_cost', ['cost_curve', 'heat_rate_curve']],
  ['startup_cost', ['startup_categories', 'startup_fuel']],
] as const;

/**
 * Findings for costs that are lists although another field replaces the cost: the replacing field has the same value in
 * every hour.
 */
export const listsBesideCurves = (
  unit: Partial<Record<(typeof REPLACED)[number][0], unknown>>,
  place: PayloadProblem['path'],
): PayloadProblem[] =>
  REPLACED.flatMap(([field, curves]) => {
    const curve = curves.find((name) => Reflect.get(unit, name) !== undefined);
    return curve !== undefined && Array.isArray(unit[field])
      ? [problem([...place, field], `Should be one number, because the unit has ${curve}, which replaces it`)]
      : [];
  });

/**
 * Checks energy limits: their hours must lie within the horizon, the least energy must not exceed the largest, and the
 * name of the element must be unique, because results have one list of prices per name.
 */
export const energyLimitData: PayloadCheck = function* ({
  generators,
  renewables = [],
  storage = [],
  horizon,
}) {
  const usedNames = new Set<string>();
  for (const [list, items] of Object.entries({ generators, renewables, storage }))
    for (const [i, { name, energy_limits = [] }] of items.entries()) {
      if (energy_limits.length === 0) continue;
      if (usedNames.has(name))
        yield problem(
          [list, i, 'name'],
          `Another element with energy_limits is called '${name}'`,
          'duplicate',
        );
      usedNames.add(name);
      yield* eachItem(energy_limits, (limit, k) => wrongLimit(limit, horizon, [list, i, 'energy_limits', k]));
    }
};

type EnergyLimit = NonNullable<Generator['energy_limits']>[number];

function wrongLimit(
  { mwh, min_mwh, ...hours }: EnergyLimit,
  horizon: number,
  place: PayloadProblem['path'],
): PayloadProblem | undefined {
  const wrong = wrongHours(hours, horizon, place);
  if (wrong) return wrong;
  if (min_mwh !== undefined && min_mwh > mwh)
    return problem([...place, 'min_mwh'], `min_mwh ${min_mwh} should not be above mwh ${mwh}`);
  return undefined;
}

/** Finding if the hours of a limit are not a range within the horizon. */
export function wrongHours(
  { first_hour, last_hour }: Pick<EnergyLimit, 'first_hour' | 'last_hour'>,
  horizon: number,
  place: PayloadProblem['path'],
): PayloadProblem | undefined {
  const last = [...place, 'last_hour'];
  if (last_hour < first_hour)
    return problem(last, `last_hour ${last_hour} should not be before first_hour ${first_hour}`);
  return last_hour >= horizon
    ? problem(last, `Input should be less than the horizon ${horizon}`, 'less_than')
    : undefined;
}

/**
 * Checks DC lines: in service, a DC line must connect two buses that have other elements; its limits must be in order.
 */
export const dcLineData: PayloadCheck = (payload) => {
  const { generators, loads, renewables = [], storage = [], transmission_lines: lines = [] } = payload;
  const knownBuses = new Set([
    ...[...generators, ...loads, ...renewables, ...storage].map(({ bus }) => bus),
    ...lines.flatMap(({ from_bus, to_bus }) => [from_bus, to_bus]),
  ]);
  const place = (i: number, field: keyof DcLine) => ['dc_lines', i, field];
  return [
    ...(['from_bus', 'to_bus'] as const).flatMap((field) =>
      eachItem(payload.dc_lines, (line, i) =>
        line.in_service === false || knownBuses.has(line[field])
          ? undefined
          : problem(place(i, field), `Unknown bus ${line[field]}`, 'unknown_element'),
      ),
    ),
    ...eachItem(payload.dc_lines, ({ from_bus, to_bus }, i) =>
      from_bus === to_bus
        ? problem(place(i, 'to_bus'), 'A line should connect two different buses')
        : undefined,
    ),
    ...eachItem(payload.dc_lines, (line, i) => invertedLimits(line, place(i, 'p_min_mw'))),
  ];
};

/**
 * Finding for a lower limit above the upper limit. In a payload, all lists have equal length; in a network, lists are
 * compared by hour only if their lengths are equal.
 */
export function invertedLimits(
  { p_min_mw: least, p_max_mw: most }: Pick<Interface, 'p_min_mw' | 'p_max_mw'>,
  path: PayloadProblem['path'],
): PayloadProblem | undefined {
  const [hours = 1, ...others] = [least, most].flatMap((mw) => (isList(mw) ? [mw.length] : []));
  if (others.some((length) => length !== hours)) return undefined;
  for (let t = 0; t < hours; t++) {
    const [low, high] = [valueAt(least, t) ?? -Infinity, valueAt(most, t) ?? Infinity];
    if (low > high)
      return problem(
        isList(least) ? [...path, t] : path,
        `p_min_mw ${low} should not be above p_max_mw ${high}`,
      );
  }
  return undefined;
}

/** Checks interfaces: their lines and contingencies must exist, and no lower limit may exceed the upper limit. */
export const interfaceData: PayloadCheck = function* (payload) {
  const { interfaces = [], transmission_lines, dc_lines, contingencies } = payload;
  const ids = (items: readonly { readonly id: string }[] = []) => new Set(items.map(({ id }) => id));
  const idsOf = { lines: ids(transmission_lines), dc_lines: ids(dc_lines) };
  const losing = ids(contingencies?.filter(({ lines = [] }) => lines.length > 0));
  for (const [i, item] of interfaces.entries()) {
    yield invertedLimits(item, ['interfaces', i, 'p_min_mw']);
    for (const field of ['lines', 'dc_lines'] as const)
      yield* eachItem(item[field], ({ id }, k) =>
        idsOf[field].has(id)
          ? undefined
          : problem(
              ['interfaces', i, field, k, 'id'],
              `Unknown ${field === 'lines' ? 'line' : 'DC line'} '${id}'`,
              'unknown_element',
            ),
      );
    if (item.contingency !== undefined && !losing.has(item.contingency))
      yield problem(
        ['interfaces', i, 'contingency'],
        `No contingency '${item.contingency}' loses a line`,
        'unknown_element',
      );
  }
};

/** Checks phase shifters: their lines must exist, and no lower limit may exceed the upper limit. */
export const phaseShifterData: PayloadCheck = ({ phase_shifters, transmission_lines = [] }) => {
  const lines = new Set(transmission_lines.map(({ id }) => id));
  return [
    ...eachItem(phase_shifters, ({ line }, i) =>
      lines.has(line)
        ? undefined
        : problem(['phase_shifters', i, 'line'], `Unknown line '${line}'`, 'unknown_element'),
    ),
    ...eachItem(phase_shifters, ({ min_deg, max_deg }, i) =>
      min_deg > max_deg
        ? problem(
            ['phase_shifters', i, 'min_deg'],
            `min_deg ${min_deg} should not be above max_deg ${max_deg}`,
          )
        : undefined,
    ),
  ];
};

/** Checks lines and contingencies: a line must connect two buses, and a contingency must name existing elements. */
export const networkData: PayloadCheck = function* (payload) {
  const lines = new Set(payload.transmission_lines?.map(({ id }) => id));
  const generators = new Set(payload.generators.map(({ name }) => name));
  const unknown = (ids: ReadonlySet<string>, names: readonly string[], i: number, list: string) =>
    names.flatMap((name, j): PayloadProblem[] =>
      ids.has(name)
        ? []
        : [
            problem(
              ['contingencies', i, list, j],
              `Unknown ${list.slice(0, -1)} '${name}'`,
              'unknown_element',
            ),
          ],
    );
  yield* [
    ...eachItem(payload.transmission_lines, ({ from_bus, to_bus }, i) =>
      from_bus === to_bus
        ? problem(['transmission_lines', i, 'to_bus'], 'A line should connect two different buses')
        : undefined,
    ),
    ...eachItem(payload.transmission_lines, ({ rating_mw, emergency_rating_mw }, i) =>
      [rating_mw, emergency_rating_mw].some((mw) => typeof mw === 'number' && mw < 0)
        ? problem(
            ['transmission_lines', i, 'rating_mw'],
            'A rating should not be negative',
            'greater_than_equal',
          )
        : undefined,
    ),
  ];
  for (const [i, contingency] of (payload.contingencies ?? []).entries()) {
    const { lines: lost = [], generators: units = [] } = contingency;
    yield lost.length + units.length === 0
      ? problem(['contingencies', i], 'A contingency should lose a line or a generator')
      : undefined;
    yield* unknown(lines, lost, i, 'lines');
    yield* unknown(generators, units, i, 'generators');
  }
};
