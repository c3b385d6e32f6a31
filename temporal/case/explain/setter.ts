/** An element that can set a price: its role, the range of its output, and the parts of its cost. */
import { round6, total } from './figures.ts';
import type { Bound } from './output-room.ts';
import type { StoredValue } from './stored-value.ts';

/**
 * `sets`: strictly inside its limits and inside one segment of its cost, whose slope is the price. `reserves`: limited
 * by the reserve that it provides; its slope plus the price of that reserve equals the price. `kink`: between two
 * segments, so any price between their slopes is possible. `stores`: a storage inside its power limits. `coupled`:
 * inside its output limits, but limited by a ramp, a reserve or another rule that couples hours or units. `at_limit`:
 * at an output limit, with a slope that happens to equal the price.
 */
export type Role = 'sets' | 'reserves' | 'kink' | 'stores' | 'coupled' | 'at_limit';

/** The price of a rule, as a part of the price of energy. */
export interface Surcharge {
  readonly kind: 'reserve' | 'outage' | 'energy_limit' | 'fuel_limit';
  /** Name of the reserve product, contingency, fuel or element that the rule belongs to. */
  readonly name: string;
  /** Price of the rule, $/MWh; negative for downward reserve. */
  readonly usd_per_mwh: number;
  /** Shortage of the reserve, MW; its price is then the penalty. */
  readonly missing_mw?: number;
}

export interface Setter {
  readonly role: Role;
  readonly element_type: 'generator' | 'renewable' | 'storage' | 'bid' | 'demand_response' | 'unserved';
  readonly element_id: string;
  readonly bus: string;
  readonly output_mw: number;
  /** Lower end of the range in which the output could change, MW. The next field: upper end. */
  readonly lower_mw: number;
  readonly upper_mw: number;
  /** Cost slope, CO2 included; null if the output has no price of its own, as for storage. */
  readonly cost_slope_usd_per_mwh: number | null;
  /** The part of the slope that is due to CO2, from its price and its limit. */
  readonly co2_usd_per_mwh: number;
  /** Prices of rules that, added to the slope, give the price; empty if the slope alone equals the price. */
  readonly surcharges: readonly Surcharge[];
  /**
   * Limit that prevents a coupled element from changing its output. Null for other roles, and if none of the element's
   * own limits prevents it.
   */
  readonly held_by: Bound | null;
  /** Origin of the value of stored energy; only of storage, and absent if it is unknown. */
  readonly stored?: StoredValue;
}

/** An output within this distance of a limit counts as at the limit, MW. */
export const AT_LIMIT_MW = 2e-3;
/** Price differences up to this size are rounding, $/MWh. */
export const SAME_PRICE = 2e-3;

export const isInside = (low: number, mw: number, high: number): boolean =>
  low + AT_LIMIT_MW < mw && mw < high - AT_LIMIT_MW;

/** State of an element in an hour, MW and $/MWh. */
export interface Standing {
  readonly element: Pick<Setter, 'element_type' | 'element_id' | 'bus'>;
  readonly output: number;
  readonly lower: number;
  readonly upper: number;
  /** Cost slopes just below and just above the output. */
  readonly below: number;
  readonly above: number;
  readonly co2?: number;
  /** Prices of rules that count at any output. */
  readonly always?: readonly Surcharge[];
  /** Prices of the reserve products that the element provides. */
  readonly reserve?: readonly Surcharge[];
}

/**
 * The element as a setter; empty if its cost does not explain the price. `holder`: the limit at which the output is.
 */
export function setterOf(standing: Standing, price: number, holder?: Bound): Setter[] {
  const { element, output, lower, upper, below, above, co2 = 0, always = [], reserve = [] } = standing;
  const net = price - total(always.map(({ usd_per_mwh }) => usd_per_mwh));
  const slopeAt = (usd: number): number => (Math.abs(above - usd) < Math.abs(below - usd) ? above : below);
  const fits = (usd: number): boolean => below - SAME_PRICE <= usd && usd <= above + SAME_PRICE;
  const isFree = isInside(lower, output, upper);
  const priced = isFree ? undefined : reserve.find(({ usd_per_mwh }) => fits(net - usd_per_mwh));
  const setter = (role: Role, held_by: Bound | null = null): Setter => ({
    ...element,
    role,
    output_mw: round6(output),
    lower_mw: round6(lower),
    upper_mw: round6(upper),
    cost_slope_usd_per_mwh: round6(slopeAt(net - (priced?.usd_per_mwh ?? 0))),
    co2_usd_per_mwh: round6(co2),
    surcharges: role === 'coupled' ? [] : [...always, ...(priced ? [priced] : [])],
    held_by,
  });
  if (priced || (isFree && fits(net)))
    return [setter(above - below > SAME_PRICE ? 'kink' : priced ? 'reserves' : 'sets')];
  if (isFree) return [setter('coupled')];
  if (holder !== 'p_min' && holder !== 'p_max' && holder !== undefined) return [setter('coupled', holder)];
  return holder && Math.abs(slopeAt(net) - net) <= SAME_PRICE ? [setter('at_limit')] : [];
}

/** An output within this distance of a curve point or of the end of a step counts as at that point, MW. */
export const AT_POINT_MW = 1e-3;
