/** Who may give a reserve product, and how much of it the response time leaves a generator. */
import type { Generator } from '../messages/generator.ts';
import type { SolvePayload } from '../messages/payload.ts';
import type { Reserve } from '../messages/resources.ts';
import { availableAt, minimumAt } from './output-limits.ts';
import { amountAt } from './series.ts';

const MINUTES_PER_HOUR = 60;

export const isDown = ({ direction }: Reserve): boolean => direction === 'down';

/** Whether every generator gives it without a limit of its own, as headroom: what a product without further fields is. */
export const isPlain = (product: Reserve): boolean =>
  !isDown(product) && product.providers === undefined && product.response_min === undefined;

/** Storage and renewables give what names them; generators also what names nobody. */
export const isProvider = ({ providers }: Reserve, name: string): boolean =>
  providers?.includes(name) === true;

/**
 * The most that a generator gives of a product by its ramp alone, MW: ramp x response_min / 60; Infinity = no limit, 0 = it
 * does not give it. `intervalsPerHour`: of the ramps, which are MW per interval.
 */
export function mostByResponse(
  product: Reserve,
  { name, ramp_up, ramp_down }: Pick<Generator, 'name' | 'ramp_up' | 'ramp_down'>,
  intervalsPerHour = 1,
): number {
  if (product.providers !== undefined && !isProvider(product, name)) return 0;
  const ramp = isDown(product) ? ramp_down : ramp_up;
  if (product.response_min === undefined || ramp === null) return Number.POSITIVE_INFINITY;
  return (ramp * intervalsPerHour * product.response_min) / MINUTES_PER_HOUR;
}

/** MW of a product required in an hour. */
export const requiredAt = ({ mw }: Reserve, hour: number): number =>
  typeof mw === 'number' ? mw : amountAt(mw, hour);

/** The most that all its providers together could give of a product in an hour, whatever else they do, MW. */
export function mostProvided(
  { generators, storage = [], renewables = [] }: SolvePayload,
  product: Reserve,
  hour: number,
  intervalsPerHour: number,
): number {
  const ranges = [
    ...generators.map((unit) =>
      Math.min(
        availableAt(unit, hour) - minimumAt(unit, hour),
        mostByResponse(product, unit, intervalsPerHour),
      ),
    ),
    ...storage
      .filter(({ name }) => isProvider(product, name))
      .map(({ charge_mw, discharge_mw, energy_mwh }) =>
        Math.min(charge_mw + discharge_mw, energy_mwh * intervalsPerHour),
      ),
    ...renewables
      .filter(({ name }) => isProvider(product, name))
      .map(({ p_min, p_max }) => amountAt(p_max, hour) - amountAt(p_min, hour)),
  ];
  return ranges.reduce((sum, mw) => sum + Math.max(0, mw), 0);
}
