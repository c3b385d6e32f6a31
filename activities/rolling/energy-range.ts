/** Range of the energy of an element by hour, for its part in energy limits. */
import { valueAt } from '../../temporal/case/arithmetic/series.ts';
import type { Generator, Renewable, Storage } from '../../temporal/case/schema.ts';

interface EnergyRange {
  /** Output that must be taken, MW. */
  least(hour: number): number;
  /** Largest output, or discharge of a storage, MW. */
  most(hour: number): number;
}

export function energyRange(item: Generator | Renewable | Storage): EnergyRange {
  if ('discharge_mw' in item)
    return { least: () => 0, most: (hour) => valueAt(item.discharge_mw, hour) ?? 0 };
  const isTaken = (hour: number): boolean =>
    !('initial_status' in item) || valueAt(item.must_run, hour) === true;
  return {
    least: (hour) => (isTaken(hour) ? (valueAt(item.p_min, hour) ?? 0) : 0),
    most: (hour) => valueAt(item.p_max, hour) ?? 0,
  };
}

/** Energy of hours `from` up to `to`, exclusive, MW times hours. */
export function energyOf(power: (hour: number) => number, from: number, to: number): number {
  let mwh = 0;
  for (let hour = from; hour < to; hour++) mwh += power(hour);
  return mwh;
}
