/**
 * Converts units, loads and reserve products of a payload (per interval) to those of a case, with series and defaults.
 */
import { isUnavailable, ratedOf } from '../../temporal/case/arithmetic/output-limits.ts';
import { isList, type Limits, limitAt } from '../../temporal/case/arithmetic/series.ts';
import type { DcLine, Generator, Interface, Load, Reserve } from '../../temporal/case/schema.ts';
import type {
  CaseDcLine,
  CaseGenerator,
  CaseInterface,
  CaseLoad,
  CaseReserve,
  Decisions,
  Series,
} from './case.ts';
import type { Constants } from './constants.ts';

export const seriesOf = (values: number | readonly number[], { numbers }: Constants): Series =>
  isList(values) ? values : numbers(values);

/** Series of the limits; Infinity where there is no limit. */
const limitsOf = (limits: Limits, { numbers }: Constants): Series =>
  isList(limits) ? limits.map((_, t) => limitAt(limits, t)) : numbers(limitAt(limits, 0));

export const UNDECIDED: Decisions = { fixed: new Map(), commitment: undefined };

export const readGenerator = (
  unit: Generator,
  { fixed, commitment }: Decisions,
  constants: Constants,
): CaseGenerator => ({
  ...unit,
  given: unit,
  p_min: seriesOf(unit.p_min, constants),
  p_max: seriesOf(unit.p_max, constants),
  marginal_cost: seriesOf(unit.marginal_cost, constants),
  no_load_cost: seriesOf(unit.no_load_cost, constants),
  startup_cost: seriesOf(unit.startup_cost, constants),
  ramp_up: limitsOf(unit.ramp_up, constants),
  ramp_down: limitsOf(unit.ramp_down, constants),
  co2_t_per_mwh: unit.co2_t_per_mwh ?? 0,
  co2_t_per_start: unit.co2_t_per_start ?? 0,
  shutdown_cost: unit.shutdown_cost ?? 0,
  energy_limits: unit.energy_limits ?? [],
  leastOutput: ratedOf(unit).p_min,
  isAvailable: availabilityOf(unit, constants),
  fixed,
  commitment,
});

/** For each interval, true if Pmin of the unit is available. */
function availabilityOf(unit: Generator, { flags }: Constants): readonly boolean[] {
  if (!isList(unit.p_min) && !isList(unit.p_max)) return flags(!isUnavailable(unit, 0));
  const isAvailable = flags(true).map((_, t) => !isUnavailable(unit, t));
  return isAvailable.includes(false) ? isAvailable : flags(true);
}

/** `usd`: price for loads without their own price of unserved load, $/MWh; undefined = these loads must be served. */
export const readLoad = (load: Load, usd: number | undefined, constants: Constants): CaseLoad => ({
  ...load,
  given: load,
  unserved_energy_usd_per_mwh: seriesOf(
    load.unserved_energy_usd_per_mwh ?? usd ?? Number.POSITIVE_INFINITY,
    constants,
  ),
});

export const readDcLine = (line: DcLine, constants: Constants): CaseDcLine => ({
  ...line,
  given: line,
  p_min_mw: seriesOf(line.p_min_mw, constants),
  p_max_mw: seriesOf(line.p_max_mw, constants),
  loss_factor: line.loss_factor ?? 0,
  cost_usd_per_mwh: line.cost_usd_per_mwh ?? 0,
  ramp_up: line.ramp_up ?? Number.POSITIVE_INFINITY,
  ramp_down: line.ramp_down ?? Number.POSITIVE_INFINITY,
});

export const readInterface = (item: Interface, { numbers }: Constants): CaseInterface => {
  const limits = (mw: Interface['p_min_mw'], none: number): Series =>
    isList(mw) ? mw.map((value) => value ?? none) : numbers(mw ?? none);
  return {
    ...item,
    given: item,
    p_min_mw: limits(item.p_min_mw, Number.NEGATIVE_INFINITY),
    p_max_mw: limits(item.p_max_mw, Number.POSITIVE_INFINITY),
  };
};

export const readReserve = (product: Reserve, constants: Constants): CaseReserve => ({
  ...product,
  given: product,
  mw: seriesOf(product.mw, constants),
});
