/** Random cases with one to three faults; most of them have no schedule. */
import { ratedOf } from '../../../temporal/case/arithmetic/output-limits.ts';
import type { Cause } from '../../../temporal/case/messages/infeasibility.ts';
import type { Generator, SolvePayload } from '../../../temporal/case/schema.ts';
import { type Draw, randomDraw } from './random.ts';
import { type RandomCase, randomCase } from './random-case.ts';

type Fault = (payload: SolvePayload, draw: Draw) => SolvePayload;

const anyUnit = (
  payload: SolvePayload,
  draw: Draw,
  changed: (unit: Generator) => Generator,
): SolvePayload => {
  const chosen = draw.integer(0, payload.generators.length - 1);
  const generators = payload.generators.map((unit, g) => (g === chosen ? changed(unit) : unit));
  return { ...payload, generators };
};

const loadOfAnHour = (payload: SolvePayload, draw: Draw, factor: number): SolvePayload => {
  const hour = draw.integer(0, payload.horizon - 1);
  const loads = payload.loads.map((load) => ({
    ...load,
    values: load.values.with(hour, factor * (load.values[hour] ?? 0)),
  }));
  return { ...payload, loads };
};

const FAULTS: readonly Fault[] = [
  (payload, draw) => loadOfAnHour(payload, draw, draw.real(1.6, 6)),
  (payload, draw) => loadOfAnHour(payload, draw, draw.real(0, 0.3)),
  (payload, draw) =>
    anyUnit(payload, draw, ({ cost_curve: _, ...unit }) => ({ ...unit, p_min: 1.5 * ratedOf(unit).p_max })),
  (payload, draw) =>
    anyUnit(payload, draw, (unit) => ({ ...unit, min_downtime: draw.integer(3, 8), initial_status: -1 })),
  (payload, draw) =>
    anyUnit(payload, draw, (unit) => ({ ...unit, min_uptime: draw.integer(3, 8), initial_status: 1 })),
  (payload) => ({
    ...payload,
    generators: payload.generators.map((unit) => ({
      ...unit,
      ramp_up: Math.max(0.5, 0.1 * ratedOf(unit).p_max),
      ramp_down: Math.max(0.5, 0.1 * ratedOf(unit).p_max),
    })),
  }),
  (payload) => ({
    ...payload,
    reserves: [
      { name: 'spin', mw: 60 },
      { name: 'more', mw: 40 },
    ],
  }),
];

/** A case with faults; equal seeds give equal cases. */
export function spoiltCase(seed: number): RandomCase {
  const draw = randomDraw(3_000_000 + seed);
  const { jobType, payload } = randomCase(seed);
  let spoilt: SolvePayload = payload;
  for (let n = draw.integer(1, 3); n > 0; n--)
    spoilt = FAULTS[draw.integer(0, FAULTS.length - 1)]?.(spoilt, draw) ?? spoilt;
  return { jobType, payload: spoilt };
}

/**
 * Limit that stands for none, by which the limits that a cause names are removed. If the case stays infeasible, there
 * is another cause.
 */
const FREE = 1e6;

export const mend = (payload: SolvePayload, causes: readonly Cause[]): SolvePayload =>
  causes.reduce(mended, payload);

function mended(payload: SolvePayload, cause: Cause): SolvePayload {
  const { code, hour, shortfall_mw: mw } = cause;
  switch (code) {
    case 'CAPACITY_SHORTFALL':
      return withLoad(payload, hour ?? 0, -(mw ?? 0));
    case 'MINIMUM_GENERATION_EXCESS':
      return withLoad(payload, hour ?? 0, mw ?? 0);
    case 'ISLANDED_LOAD':
      return withoutLoad(payload, cause);
    case 'OUTPUT_LIMITS_INVERTED':
      return withUnit(payload, cause, (unit) => ({
        ...unit,
        p_min: Math.min(...[ratedOf(unit).p_min, unit.p_max].flat()),
      }));
    case 'MIN_UPTIME_CONFLICT':
      return withUnit(payload, cause, (unit) => ({ ...unit, min_uptime: 0 }));
    case 'MIN_DOWNTIME_CONFLICT':
      return withUnit(payload, cause, (unit) => ({ ...unit, min_downtime: 0 }));
    case 'RAMP_LIMIT':
      return withUnit(
        payload,
        cause,
        ({ startup_ramp: _, shutdown_ramp: __, initial_power_mw: ___, ...unit }) => ({
          ...unit,
          ramp_up: null,
          ramp_down: null,
        }),
      );
    case 'RESERVE_SHORTFALL':
      return {
        ...payload,
        reserves: payload.reserves?.map((product) => ({ ...product, penalty_usd_per_mwh: 1 })) ?? [],
      };
    case 'LINE_LIMIT':
      return withLines(payload, cause, (line) => ({
        ...line,
        rating_mw: null,
        emergency_rating_mw: line.emergency_rating_mw ?? line.rating_mw ?? FREE,
      }));
    case 'CONTINGENCY_LIMIT':
      return withLines(payload, cause, (line) => ({ ...line, emergency_rating_mw: FREE }));
    default:
      return { ...payload, storage: [] };
  }
}

type Line = NonNullable<SolvePayload['transmission_lines']>[number];

/** Changes the unit that the cause names; every unit if it names none. */
function withUnit(
  payload: SolvePayload,
  { element_type, element_id }: Cause,
  changed: (unit: Generator) => Generator,
): SolvePayload {
  const isNamed = (unit: Generator): boolean => element_type !== 'generator' || unit.name === element_id;
  return { ...payload, generators: payload.generators.map((unit) => (isNamed(unit) ? changed(unit) : unit)) };
}

/**
 * Raises the ratings of the lines at a bus, of the line with an id, or of all lines; removes contingencies of
 * generators.
 */
function withLines(
  payload: SolvePayload,
  { element_type, element_id }: Cause,
  changed: (line: Line) => Line,
): SolvePayload {
  if (element_type === 'contingency')
    return { ...payload, contingencies: payload.contingencies?.filter(({ id }) => id !== element_id) ?? [] };
  const isNamed = ({ id, from_bus, to_bus }: Line): boolean =>
    element_type === 'line' ? id === element_id : [from_bus, to_bus].map(String).includes(element_id ?? '');
  const transmission_lines = payload.transmission_lines?.map((line) =>
    isNamed(line) ? changed(line) : line,
  );
  return { ...payload, ...(transmission_lines && { transmission_lines }) };
}

/** Adds load in an hour, shared among the loads in proportion to their size. */
function withLoad(payload: SolvePayload, hour: number, mw: number): SolvePayload {
  const total = payload.loads.reduce((sum, { values }) => sum + (values[hour] ?? 0), 0);
  const loads = payload.loads.map((load, i) => {
    const mwBefore = load.values[hour] ?? 0;
    const share = total > 0 ? mwBefore / total : Number(i === 0);
    return { ...load, values: load.values.with(hour, mwBefore + mw * share) };
  });
  return { ...payload, loads };
}

const withoutLoad = (payload: SolvePayload, { element_id, hour }: Cause): SolvePayload => ({
  ...payload,
  loads: payload.loads.map((load) =>
    String(load.bus) === element_id ? { ...load, values: load.values.with(hour ?? 0, 0) } : load,
  ),
});
