/** Units and reserve products of a payload per interval -> those of a case: what varies as series, and all defaults. */
import { isUnavailable } from '../../temporal/case/arithmetic/output-limits.ts';
import type { Generator } from '../../temporal/case/messages/generator.ts';
import type { Reserve } from '../../temporal/case/messages/resources.ts';
import type { CaseGenerator, CaseReserve, Decisions } from './case.ts';
import type { Constants } from './constants.ts';

export const UNDECIDED: Decisions = { fixed: new Map(), commitment: undefined };

export const readGenerator = (
  unit: Generator,
  { fixed, commitment }: Decisions,
  constants: Constants,
): CaseGenerator => ({
  ...unit,
  given: unit,
  p_min: unit.p_min_profile ?? constants.numbers(unit.p_min),
  p_max: unit.p_max_profile ?? constants.numbers(unit.p_max),
  ramp_up: unit.ramp_up ?? Number.POSITIVE_INFINITY,
  ramp_down: unit.ramp_down ?? Number.POSITIVE_INFINITY,
  co2_t_per_mwh: unit.co2_t_per_mwh ?? 0,
  co2_t_per_start: unit.co2_t_per_start ?? 0,
  shutdown_cost: unit.shutdown_cost ?? 0,
  leastOutput: unit.p_min,
  isAvailable: availabilityOf(unit, constants),
  fixed,
  commitment,
});

/** Whether its least output is available, interval by interval. */
function availabilityOf(unit: Generator, { flags }: Constants): readonly boolean[] {
  if (!unit.p_min_profile && !unit.p_max_profile) return flags(!isUnavailable(unit, 0));
  const isAvailable = flags(true).map((_, t) => !isUnavailable(unit, t));
  return isAvailable.includes(false) ? isAvailable : flags(true);
}

export const readReserve = (product: Reserve, constants: Constants): CaseReserve => ({
  ...product,
  given: product,
  mw: typeof product.mw === 'number' ? constants.numbers(product.mw) : product.mw,
});
