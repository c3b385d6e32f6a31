/**
 * Output limits of a generator in an hour. If the available output is below Pmin, the generator is off in that hour, as
 * in an outage.
 */
import type { NetworkGenerator } from '../network-schema.ts';
import type { Generator } from '../schema.ts';
import { isList, valueAt } from './series.ts';

type Limits = Pick<Generator, 'p_min' | 'p_max'> & Partial<Pick<Generator, 'rated'>>;

/** Differences up to this size are rounding, MW. */
const ROUNDING_MW = 1e-6;

/** Pmin and Pmax of the machine, MW: the limits if they are numbers; if they are lists, the numbers of `rated`. */
export const ratedOf = ({ p_min, p_max, rated }: Limits) => ({
  p_min: isList(p_min) ? (rated?.p_min ?? Math.min(...p_min)) : p_min,
  p_max: capacityOf({ p_max, rated }),
});

/** Pmax of the machine, MW. */
export const capacityOf = ({ p_max, rated }: Capacity): number =>
  isList(p_max) ? (rated?.p_max ?? Math.max(...p_max)) : p_max;

export interface Capacity {
  readonly p_max: number | readonly number[];
  readonly rated?: { readonly p_max?: number | undefined } | undefined;
}

/**
 * Output limits of a network's unit as fields of a payload: lists made from its profiles, with Pmin and Pmax of the
 * machine in `rated`.
 */
export const outputLimits = ({
  p_max,
  p_min,
  p_max_profile,
  p_min_profile,
}: Pick<NetworkGenerator, 'p_max' | 'p_min' | 'p_max_profile' | 'p_min_profile'>) => ({
  p_max: p_max_profile ?? p_max,
  p_min: p_min_profile ?? p_min,
  ...((p_max_profile || p_min_profile) && { rated: { p_max, p_min } }),
});

export const minimumAt = (unit: Limits, hour: number): number =>
  valueAt(unit.p_min, hour) ?? ratedOf(unit).p_min;

export const availableAt = (unit: Limits, hour: number): number =>
  valueAt(unit.p_max, hour) ?? ratedOf(unit).p_max;

export const isUnavailable = (unit: Limits, hour: number): boolean =>
  minimumAt(unit, hour) - availableAt(unit, hour) > ROUNDING_MW;
