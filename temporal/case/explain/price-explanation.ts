/** Splits a price of a schedule into parts that add up to it. */
import { amountAt } from '../arithmetic/series.ts';
import { round6, total } from './figures.ts';
import type { LimitShare } from './limit-shares.ts';
import { type PriceGroup, priceGroupOf } from './price-groups.ts';
import { AT_LIMIT_MW, SAME_PRICE, type Setter, type Surcharge } from './setter.ts';
import type { CaseView, ScheduleView } from './views.ts';

export interface PriceExplanation {
  readonly group: PriceGroup;
  readonly energy_usd_per_mwh: number;
  readonly congestion_usd_per_mwh: number;
  readonly loss_usd_per_mwh: number;
  /** Contributions of binding limits, largest first: parts of a price that is set elsewhere in the network. */
  readonly limits: readonly (LimitShare & PricePart)[];
  /** True if the price comes from a merit order and not from a dispatch. */
  readonly isApproximate: boolean;
  readonly parts: readonly PricePart[];
}

/** One part of a price. */
export interface PricePart {
  /** Kind of the part. `rest`: the remainder of the price after all other parts. */
  readonly kind:
    | Setter['element_type']
    | Surcharge['kind']
    | 'co2'
    | 'line'
    | 'interface'
    | 'losses'
    | 'rest';
  readonly name: string;
  readonly contingency_id?: string | null;
  /**
   * Part of the price, $/MWh. Null for an element that adds nothing: each setter except the first, and a storage whose
   * energy has a value of unknown origin.
   */
  readonly usd_per_mwh: number | null;
  /** Reserve shortage, unserved load, or flow above a soft limit, MW; the price is then the penalty. */
  readonly missing_mw?: number;
}

/** Maximum number of setters that are named for one price. */
export const MAX_SETTERS = 5;
/** Rounding tolerance, $/MWh; rounding errors of power flows exceed those of costs. */
const ROUNDING = 0.01;

/** Explains the price of a bus; undefined if the bus has no price. `shares`: result of `limitShares` for this price. */
export function explainPrice(
  caseView: CaseView,
  schedule: ScheduleView,
  bus: string,
  hour: number,
  shares: readonly LimitShare[],
): PriceExplanation | undefined {
  const group = priceGroupOf(caseView, schedule, bus, hour);
  if (!group) return undefined;
  const { energy, congestion, loss } = schedule.lmp_components[bus] ?? {};
  const limits = shares.filter(isFelt).map((share) => limitPart(schedule, share, hour));
  const parts = [
    ...elementParts(schedule, group),
    ...(group.how === 'network' ? [...limits, ...lossParts(schedule, group)] : []),
  ];
  const usd_per_mwh = round6(group.price_usd_per_mwh - total(parts.map((part) => part.usd_per_mwh ?? 0)));
  return {
    group,
    energy_usd_per_mwh: amountAt(energy, hour),
    congestion_usd_per_mwh: amountAt(congestion, hour),
    loss_usd_per_mwh: amountAt(loss, hour),
    limits,
    isApproximate: schedule.prices === 'approximate',
    parts:
      Math.abs(usd_per_mwh) > ROUNDING
        ? [...parts, { kind: 'rest', name: restOf(group), usd_per_mwh }]
        : parts,
  };
}

/**
 * Parts of the price from the setters. The first setter contributes its own cost, CO2 and the prices of the rules that
 * it shares; the other setters, each of which could replace the first, contribute nothing.
 */
function elementParts({ emission_excess_t = 0 }: ScheduleView, { setters }: PriceGroup): PricePart[] {
  return setters.slice(0, MAX_SETTERS).flatMap((setter, place): PricePart[] => {
    const { element_type: kind, element_id: name, cost_slope_usd_per_mwh: slope, co2_usd_per_mwh } = setter;
    const missing = kind === 'unserved' && { missing_mw: setter.output_mw };
    if (place > 0) return [{ kind, name, usd_per_mwh: null, ...missing }];
    if (slope === null)
      return [{ kind, name, usd_per_mwh: setter.stored ? round6(setter.stored.usd_per_mwh) : null }];
    const co2 = emission_excess_t > 0 ? 'CO2 above its limit' : 'CO2';
    return [
      { kind, name, usd_per_mwh: round6(slope - co2_usd_per_mwh), ...missing },
      ...(co2_usd_per_mwh === 0 ? [] : [{ kind: 'co2', name: co2, usd_per_mwh: co2_usd_per_mwh } as const]),
      ...setter.surcharges,
    ];
  });
}

const isFelt = ({ usd_per_mwh }: LimitShare): boolean => Math.abs(usd_per_mwh) > SAME_PRICE;

function limitPart(
  { overflow_mw, interface_overflow_mw }: ScheduleView,
  share: LimitShare,
  hour: number,
): LimitShare & PricePart {
  const { is_interface } = share;
  const over = amountAt((is_interface ? interface_overflow_mw : overflow_mw)?.[share.line_id], hour);
  const missing = over > AT_LIMIT_MW && { missing_mw: round6(over) };
  return { kind: is_interface ? 'interface' : 'line', name: share.line_id, ...share, ...missing };
}

/** Parts for the losses between the bus and the first setter. */
function lossParts(
  { lmp_components: parts }: ScheduleView,
  { bus, hour, setters, hasLosses }: PriceGroup,
): PricePart[] {
  const [own, other] = [bus, setters[0]?.bus ?? ''].map((each) => amountAt(parts[each]?.loss, hour));
  return hasLosses ? [{ kind: 'losses', name: '', usd_per_mwh: round6((own ?? 0) - (other ?? 0)) }] : [];
}

/** Kind of the remainder of a price, as far as it can be determined. */
function restOf({ how, setters: [setter] }: PriceGroup): string {
  if (setter?.role === 'stores') return 'worth of the energy in other hours';
  if (how === 'coupled') return 'rules shared with other hours or units';
  return how === 'network' ? 'contribution of its network' : 'not set by any element';
}
