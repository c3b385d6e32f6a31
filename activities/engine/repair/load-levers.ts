/** The levers of the load of a bus in an hour: less of it, or more. */
import { type Lever, RANK } from './lever.ts';

/** `from`: the load that is given first at the bus; `atBus`: all of them, MW. */
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
