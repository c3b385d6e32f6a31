/**
 * A dispatch of one interval as a SCUC of one hour in which every commitment is fixed: the model, the contingencies,
 * the prices and the verifier are the same, and the ramp limits are those of the interval,
 *   p0 - ramp_down dt <= p <= p0 + ramp_up dt,   dt = interval_minutes / 60 h.
 * Costs are those of an hour at this dispatch, $/h, and what the result says of ramps is per interval.
 */
import type { Generator } from '../../temporal/case/messages/generator.ts';
import type { SolvePayload } from '../../temporal/case/messages/payload.ts';
import type { Sced } from './sced.ts';

const MINUTES_PER_HOUR = 60;

export function toScedPayload(sced: Sced): SolvePayload {
  const {
    interval_minutes,
    initial_dispatch_mw = {},
    commitment = {},
    load_mw = {},
    loads = [],
    ...rest
  } = sced;
  const hours = interval_minutes / MINUTES_PER_HOUR;
  const powers = new Map(Object.entries(initial_dispatch_mw));
  const given = new Map(Object.entries(commitment).map(([name, on]) => [name, [on].flat()[0] === 1]));
  const isOn = ({ name, initial_status }: Generator): boolean => given.get(name) ?? initial_status > 0;
  return {
    ...rest,
    horizon: 1,
    loads: [...loads, ...Object.entries(load_mw).map(([bus, mw]) => ({ bus: Number(bus), values: [mw] }))],
    generators: rest.generators.map((unit) => committed(unit, isOn(unit), hours, powers.get(unit.name))),
    fixed_commitment: rest.generators.map((unit) => ({ generator: unit.name, hour: 0, on: isOn(unit) })),
  };
}

/** A unit that has always been as it is: it neither starts nor stops, and no minimum time holds it. */
const committed = (unit: Generator, on: boolean, hours: number, power: number | undefined): Generator => ({
  ...unit,
  initial_status: on ? 1 : -1,
  initial_power_mw: on ? (power ?? unit.initial_power_mw) : undefined,
  must_run: undefined,
  min_uptime: 0,
  min_downtime: 0,
  ramp_up: rampOf(unit.ramp_up, hours),
  ramp_down: rampOf(unit.ramp_down, hours),
});

const rampOf = (mwPerHour: number | null, hours: number): number | null =>
  mwPerHour === null ? null : mwPerHour * hours;
