/** The levers of one generator. */
import type { Generator } from '../../../temporal/case/messages/generator.ts';
import { type Lever, RANK } from './lever.ts';

export interface UnitLevers {
  pMax(hour: number): Lever;
  pMin(hour: number): Lever;
  readonly rampUp: Lever;
  readonly rampDown: Lever;
  /** What limits the output of a start and before a stop: an own limit, else the ramp. */
  readonly startup: Lever;
  readonly shutdown: Lever;
  readonly minUptime: Lever;
  readonly minDowntime: Lever;
  readonly mustRun: Lever;
  /** 0 or 1 of a fixed commitment, or of the commitment given to a dispatch. */
  decided(field: 'fixed_commitment' | 'commitment', hour: number, on: boolean): Lever;
}

/** `mostMw`: no limit of a unit ever has to change by more. */
export function unitLevers(unit: Generator, mostMw: number): UnitLevers {
  const base = { element_type: 'generator', element_id: unit.name, hour: null, code: null } as const;
  const limit = { ...base, weight: 1, integer: false, most: mostMw } as const;
  const switched = { ...base, weight: Math.max(1, unit.p_max), integer: true } as const;
  const ramp = (field: 'ramp_up' | 'ramp_down' | 'startup_ramp' | 'shutdown_ramp'): Lever => {
    const from = unit[field] ?? null;
    return {
      ...limit,
      field,
      from,
      direction: 1,
      rank: RANK.unit,
      most: from === null ? 0 : mostMw,
      code: 'RAMP_LIMIT',
    };
  };
  // A ramp below the minimum output limits no start and no stop: it does nothing while it rises to it.
  const effective = (lever: Lever): Lever => ({
    ...lever,
    most: (lever.from ?? 0) < Math.max(unit.p_min, ...(unit.p_min_profile ?? [])) ? 0 : lever.most,
  });
  const switching = (own: 'startup_ramp' | 'shutdown_ramp', otherwise: 'ramp_up' | 'ramp_down'): Lever =>
    unit[own] === undefined ? effective(ramp(otherwise)) : ramp(own);
  const time = (field: 'min_uptime' | 'min_downtime', code: Lever['code']): Lever => ({
    ...switched,
    field,
    from: unit[field],
    direction: -1,
    rank: RANK.unit,
    most: unit[field],
    code,
  });
  return {
    pMax: (hour) => ({
      ...limit,
      direction: 1,
      rank: RANK.capacity,
      ...ofHour('p_max', unit.p_max, unit.p_max_profile, hour),
    }),
    pMin(hour) {
      const given = ofHour('p_min', unit.p_min, unit.p_min_profile, hour);
      return { ...limit, direction: -1, rank: RANK.unit, ...given, most: Math.max(0, given.from) };
    },
    rampUp: ramp('ramp_up'),
    rampDown: ramp('ramp_down'),
    startup: switching('startup_ramp', 'ramp_up'),
    shutdown: switching('shutdown_ramp', 'ramp_down'),
    minUptime: time('min_uptime', 'MIN_UPTIME_CONFLICT'),
    minDowntime: time('min_downtime', 'MIN_DOWNTIME_CONFLICT'),
    mustRun: { ...switched, field: 'must_run', from: 1, direction: -1, rank: RANK.decision, most: 1 },
    decided: (field, hour, on) => ({
      ...switched,
      field,
      hour,
      from: Number(on),
      direction: on ? -1 : 1,
      rank: RANK.decision,
      most: 1,
    }),
  };
}

/** A limit of an hour: its own in a profile, else the one of all hours. */
const ofHour = (field: 'p_max' | 'p_min', value: number, profile: number[] | undefined, hour: number) =>
  profile
    ? { field: `${field}_profile`, from: profile[hour] ?? value, hour }
    : { field, from: value, hour: null };
