/** The hours in a row around one hour in which a unit is on, or off, and whether its minimum time binds there. */
import type { Generator } from '../../../../temporal/messages/generator.ts';

export interface CommitmentRun {
  readonly generator: string;
  readonly on: number;
  readonly from_hour: number;
  readonly to_hour: number;
  readonly hours: number;
  /** Of min_uptime or min_downtime. */
  readonly minimum_h: number;
  /** The run is as short as the minimum time allows. */
  readonly binding: boolean;
}

export function commitmentRun(unit: Generator, states: readonly number[], hour: number): CommitmentRun {
  const on = states[hour] ?? 0;
  const from = states.slice(0, hour).findLastIndex((state) => state !== on) + 1;
  const rest = states.slice(hour).findIndex((state) => state !== on);
  const to = rest < 0 ? states.length - 1 : hour + rest - 1;
  const before = from === 0 && on === Number(unit.initial_status > 0) ? Math.abs(unit.initial_status) : 0;
  const hours = to - from + 1;
  const minimum = on === 1 ? unit.min_uptime : unit.min_downtime;
  // A run that the horizon cuts off may go on behind it.
  const ends = to < states.length - 1;
  return {
    generator: unit.name,
    on,
    from_hour: from,
    to_hour: to,
    hours,
    minimum_h: minimum,
    binding: ends && minimum > 1 && hours + before <= minimum,
  };
}

export const sayRun = ({ generator, on, from_hour, to_hour, minimum_h }: CommitmentRun): string =>
  `${generator} is ${on === 1 ? 'on' : 'off'} from hour ${from_hour} to hour ${to_hour}, as short as its minimum ${on === 1 ? 'up' : 'down'} time of ${minimum_h} h allows.`;
