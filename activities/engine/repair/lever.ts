/**
 * A lever: a number of the payload that an elastic model may change, with the cost of a unit of change. Weights are
 * MW-equivalents: 1 per MW, MWh and MW/h. An hour of a minimum time counts as much as the unit's p_max, and so does a
 * unit that is switched against a given commitment.
 */
import { ratedOf } from '../../../temporal/case/arithmetic/output-limits.ts';
import { isList, valueAt } from '../../../temporal/case/arithmetic/series.ts';
import type { CauseCode } from '../../../temporal/case/messages/families.ts';
import type { Repair } from '../../../temporal/case/messages/infeasibility.ts';
import type { Generator, Interface, Line, Reserve } from '../../../temporal/case/schema.ts';
import type { MovableLimit } from '../../uc/formulation/family.ts';

export interface Lever extends Pick<Repair, 'element_type' | 'element_id' | 'field' | 'hour' | 'from'> {
  /** Direction of the change: 1 if the number may rise, -1 if it may fall. */
  readonly direction: 1 | -1;
  /** Largest change, in the unit of the field. */
  readonly most: number;
  /** Cost of the change, MW-equivalents per unit. */
  readonly weight: number;
  /** Rank of the number. Among changes of the same size, the change with the lowest rank is preferred. */
  readonly rank: number;
  /** True if the number must be whole: hours, and 0 or 1. */
  readonly integer: boolean;
  /** Cause that is reported if this number must change; null if such a change is not a cause by itself. */
  readonly code: CauseCode | null;
  /** True for a rule without a number. It locates a cause, but cannot be repaired. */
  readonly onlyByHour?: true;
  /** True for a limit over the horizon, whose cause names no hour. */
  readonly overHorizon?: true;
}

/** Rank by kind of number: requirements and targets first, then limits, loads, capacities, and manual decisions. */
export const RANK = { requirement: 0, network: 1, unit: 2, load: 3, capacity: 4, decision: 5 } as const;

type Usual = 'hour' | 'weight' | 'integer' | 'code';

/**
 * A lever (number that may change) with defaults: a power or energy for all hours, whose change alone is not a cause.
 */
export const toLever = (lever: Omit<Lever, Usual> & Partial<Pick<Lever, Usual>>): Lever => ({
  hour: null,
  weight: 1,
  integer: false,
  code: null,
  ...lever,
});

/** Lever (number that may change) for a limit over the horizon. Unless it has a weight, one unit counts as one MW. */
export const horizonLever = (number: MovableLimit['number'], direction: 1 | -1): Lever =>
  toLever({
    ...number,
    direction,
    most: direction > 0 ? Number.POSITIVE_INFINITY : (number.from ?? 0),
    rank: RANK.requirement,
    overHorizon: true,
  });

/** Levers (numbers that may change) of a line in an hour: its rating, and its rating after a contingency. */
export function lineLevers(given: Line, hour: number, mostMw: number) {
  const numberOf = (field: 'rating_mw' | 'emergency_rating_mw') => {
    const mw = given[field];
    return isList(mw) ? { field, from: mw[hour] ?? null, hour } : { field, from: mw ?? null };
  };
  const [rating, ownEmergency] = [numberOf('rating_mw'), numberOf('emergency_rating_mw')];
  const emergency = ownEmergency.from ? ownEmergency : rating;
  const line = { element_type: 'line', element_id: given.id, direction: 1, most: mostMw } as const;
  return {
    normal: toLever({ ...line, ...rating, rank: RANK.network, code: 'LINE_LIMIT' }),
    emergency: toLever({ ...line, ...emergency, rank: RANK.network, code: 'CONTINGENCY_LIMIT' }),
  };
}

/** Lever (number that may change) for a limit of an interface, or for the value of the hour in a list. */
export function interfaceLever(item: Interface, field: 'p_min_mw' | 'p_max_mw', hour: number): Lever {
  const mw = item[field];
  return toLever({
    element_type: 'interface',
    element_id: item.id,
    field,
    ...(isList(mw) ? { from: mw[hour] ?? null, hour } : { from: mw ?? null }),
    direction: field === 'p_max_mw' ? 1 : -1,
    most: Number.POSITIVE_INFINITY,
    rank: RANK.network,
    code: 'INTERFACE_LIMIT',
  });
}

/**
 * Levers (numbers that may change) for the load of a bus in an hour: one for less load, one for more load. `from`: the
 * first load of the bus in the payload; `atBus`: the sum of all its loads, MW.
 */
export function loadLevers(bus: number, hour: number, from: number, atBus: number): readonly [Lever, Lever] {
  const load = { element_type: 'bus', element_id: String(bus), field: 'values', hour, from } as const;
  const less = { direction: -1, most: Math.max(0, atBus), code: 'CAPACITY_SHORTFALL' } as const;
  const more = { direction: 1, most: Number.POSITIVE_INFINITY, code: 'MINIMUM_GENERATION_EXCESS' } as const;
  return [toLever({ ...load, ...less, rank: RANK.load }), toLever({ ...load, ...more, rank: RANK.load })];
}

/** Lever (number that may change) for a reserve requirement, or for the value of the hour in a list. */
export const reserveLever = ({ name, mw }: Reserve, hour: number, required: number): Lever =>
  toLever({
    element_type: 'reserve',
    element_id: name,
    hour: typeof mw === 'number' ? null : hour,
    field: 'mw',
    from: required,
    direction: -1,
    most: Math.max(0, required),
    rank: RANK.requirement,
    code: 'RESERVE_SHORTFALL',
  });

export type UnitLevers = ReturnType<typeof unitLevers>;

/** Levers (numbers that may change) of a generator. `mostMw`: upper bound of any change of one of its limits. */
export function unitLevers(unit: Generator, mostMw: number) {
  const base = { element_type: 'generator', element_id: unit.name } as const;
  const rated = ratedOf(unit);
  const whole = { ...base, weight: Math.max(1, rated.p_max), integer: true } as const;
  const ofHour = (field: 'p_max' | 'p_min', hour: number) => {
    const mw = unit[field];
    return isList(mw)
      ? { ...base, field, from: mw[hour] ?? rated[field], hour }
      : { ...base, field, from: mw };
  };
  const ramp = (field: 'ramp_up' | 'ramp_down' | 'startup_ramp' | 'shutdown_ramp', t: number): Lever => {
    const from = valueAt(unit[field], t) ?? null;
    const most = from === null ? 0 : mostMw;
    const hour = isList(unit[field]) ? t : null;
    return toLever({ ...base, field, from, hour, direction: 1, most, rank: RANK.unit, code: 'RAMP_LIMIT' });
  };
  const switching = (
    limitField: 'startup_ramp' | 'shutdown_ramp',
    otherwise: 'ramp_up' | 'ramp_down',
    t: number,
  ): Lever => {
    if (unit[limitField] !== undefined) return ramp(limitField, t);
    const lever = ramp(otherwise, t);
    // A ramp below Pmin limits no start and no stop, so raising it up to Pmin has no effect.
    const isIdle = (lever.from ?? 0) < Math.max(rated.p_min, ...[unit.p_min].flat());
    return isIdle ? { ...lever, most: 0 } : lever;
  };
  const time = (field: 'min_uptime' | 'min_downtime', code: CauseCode): Lever => {
    const hours = unit[field];
    return toLever({ ...whole, field, from: hours, direction: -1, most: hours, rank: RANK.unit, code });
  };
  const decision = { ...whole, most: 1, rank: RANK.decision } as const;
  return {
    pMax: (hour: number) =>
      toLever({ ...ofHour('p_max', hour), direction: 1, most: mostMw, rank: RANK.capacity }),
    pMin(hour: number) {
      const minimum = ofHour('p_min', hour);
      return toLever({ ...minimum, direction: -1, most: Math.max(0, minimum.from), rank: RANK.unit });
    },
    rampUp: (hour: number) => ramp('ramp_up', hour),
    rampDown: (hour: number) => ramp('ramp_down', hour),
    /**
     * Lever (number that may change) for the output limit of a start or stop: the startup or shutdown limit of the unit
     * or, if it has none, the ramp in the hour of the start or stop.
     */
    startup: (hour: number) => switching('startup_ramp', 'ramp_up', hour),
    shutdown: (hour: number) => switching('shutdown_ramp', 'ramp_down', hour),
    minUptime: time('min_uptime', 'MIN_UPTIME_CONFLICT'),
    minDowntime: time('min_downtime', 'MIN_DOWNTIME_CONFLICT'),
    mustRun: (t: number) =>
      toLever({
        ...decision,
        field: 'must_run',
        from: 1,
        direction: -1,
        hour: isList(unit.must_run) ? t : null,
      }),
    /**
     * Lever (number that may change) for a decision, 0 or 1, in a fixed commitment or in the commitment of a dispatch.
     */
    decided: (field: 'fixed_commitment' | 'commitment', hour: number, on: boolean) =>
      toLever({ ...decision, field, hour, from: Number(on), direction: on ? -1 : 1 }),
  };
}
