/**
 * A number of the payload that an elastic model may change, and what a unit of change costs. Weights are
 * MW-equivalents: 1 per MW, MWh and MW/h; an hour of a minimum time, and a unit that is switched against a given
 * commitment, count as much as the unit's p_max.
 */
import type { CauseCode } from '../../../temporal/case/messages/families.ts';
import type { Repair } from '../../../temporal/case/messages/infeasibility.ts';
import type { Line } from '../../../temporal/case/messages/network.ts';
import type { Reserve } from '../../../temporal/case/messages/resources.ts';
import type { MovableLimit } from '../../uc/formulation/family.ts';

export interface Lever extends Pick<Repair, 'element_type' | 'element_id' | 'field' | 'hour' | 'from'> {
  /** 1: it may rise, -1: it may fall. */
  readonly direction: 1 | -1;
  /** Largest change, in the unit of the field. */
  readonly most: number;
  /** MW-equivalents per unit of change. */
  readonly weight: number;
  /** Among changes of the same size the one with the lowest rank is taken. */
  readonly rank: number;
  /** Whole numbers only: hours, and 0 or 1. */
  readonly integer: boolean;
  /** Cause that is reported if this number must change; null if it is not a cause on its own. */
  readonly code: CauseCode | null;
  /** Stands for a rule without a number: tells where it hurts, cannot be repaired. */
  readonly onlyByHour?: true;
  /** A limit over the horizon: a cause names no hour. */
  readonly overHorizon?: true;
}

/** Ranks: requirements and targets first, then limits, loads, capacities, and what was decided by hand. */
export const RANK = { requirement: 0, network: 1, unit: 2, load: 3, capacity: 4, decision: 5 } as const;

/** The number of a limit over the horizon. A unit of it counts as a MW. */
export const horizonLever = (number: MovableLimit['number'], direction: 1 | -1): Lever => ({
  ...number,
  hour: null,
  direction,
  most: direction > 0 ? Number.POSITIVE_INFINITY : (number.from ?? 0),
  weight: 1,
  rank: RANK.requirement,
  integer: false,
  overHorizon: true,
});

/** The levers of a line: its rating, and what it may carry after a contingency. */
export function lineLevers({ id, rating_mw, emergency_rating_mw }: Line, mostMw: number) {
  const rating: Lever = {
    element_type: 'line',
    element_id: id,
    hour: null,
    field: 'rating_mw',
    from: rating_mw ?? null,
    direction: 1,
    most: mostMw,
    weight: 1,
    rank: RANK.network,
    integer: false,
    code: 'LINE_LIMIT',
  };
  const own = emergency_rating_mw
    ? { field: 'emergency_rating_mw', from: emergency_rating_mw }
    : { field: 'rating_mw', from: rating_mw ?? null };
  const emergency: Lever = { ...rating, ...own, code: 'CONTINGENCY_LIMIT' };
  return { normal: rating, emergency };
}

/**
 * The levers of the load of a bus in an hour: less of it, or more. `from`: the load that is given first at the bus;
 * `atBus`: all of them, MW.
 */
export function loadLevers(bus: number, hour: number, from: number, atBus: number): readonly [Lever, Lever] {
  const base = {
    element_type: 'bus',
    element_id: String(bus),
    field: 'values',
    hour,
    from,
    weight: 1,
    rank: RANK.load,
    integer: false,
  } as const;
  return [
    { ...base, direction: -1, most: Math.max(0, atBus), code: 'CAPACITY_SHORTFALL' },
    { ...base, direction: 1, most: Number.POSITIVE_INFINITY, code: 'MINIMUM_GENERATION_EXCESS' },
  ];
}

/** The lever of a reserve requirement: of the hour when there is one per hour. */
export const reserveLever = ({ name, mw }: Reserve, hour: number, required: number): Lever => ({
  element_type: 'reserve',
  element_id: name,
  hour: typeof mw === 'number' ? null : hour,
  field: 'mw',
  from: required,
  direction: -1,
  most: Math.max(0, required),
  weight: 1,
  rank: RANK.requirement,
  integer: false,
  code: 'RESERVE_SHORTFALL',
});
