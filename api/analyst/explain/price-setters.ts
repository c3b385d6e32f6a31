/**
 * What could set the price at its bus in an hour. By complementary slackness, whatever is strictly inside all
 * of its limits has a cost slope equal to the price at its bus (Schweppe et al., Spot Pricing of Electricity,
 * 1988, ch. 7, for the dispatch with the commitment fixed); what stands at a limit may have any.
 */
import { withEmissionCosts } from '../../../temporal/case/arithmetic/emissions.ts';
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import { costChords } from '../../../temporal/case/arithmetic/unit-cost.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { Generator, SolvePayload } from '../../../temporal/case/schema.ts';
import { isRelaxed } from './artifact.ts';
import { round6, total } from './figures.ts';
import { type Bound, outputRoom } from './output-room.ts';

/**
 * `sets`: strictly inside its limits and one segment of its cost, whose slope is the price. `kink`: between two
 * segments, where any price between their slopes would do. `stores`: a storage inside its power limits. `coupled`: inside
 * its output limits, but held by a ramp, a reserve or another rule between hours or units. `at_limit`: at an
 * output limit, with a slope that happens to be the price.
 */
export type Role = 'sets' | 'kink' | 'stores' | 'coupled' | 'at_limit';

export interface Setter {
  readonly role: Role;
  readonly element_type: 'generator' | 'renewable' | 'storage' | 'unserved';
  readonly element_id: string;
  readonly bus: string;
  readonly output_mw: number;
  /** How far the output could go, MW. */
  readonly lower_mw: number;
  readonly upper_mw: number;
  /** Null where power has no price of its own, as in a storage. */
  readonly cost_slope_usd_per_mwh: number | null;
  /** What holds a coupled element; null otherwise, and where it is none of its own limits. */
  readonly held_by: Bound | null;
}

/** Closer to a limit than this is at it, MW. */
const AT_LIMIT_MW = 2e-3;
/** Prices closer than this are the same, $/MWh. */
export const SAME_PRICE = 2e-3;

const isInside = (low: number, mw: number, high: number): boolean =>
  low + AT_LIMIT_MW < mw && mw < high - AT_LIMIT_MW;

export const priceSetters = (payload: SolvePayload, result: SolveResult, hour: number): Setter[] => [
  ...unserved(payload, result, hour),
  ...renewables(payload, result, hour),
  ...atTheirCosts(payload, result).flatMap((unit) => generator(payload, result, unit, hour)),
  ...storages(payload, result, hour),
];

/** With the price of CO2, and with what a limit of it makes a t worth. */
const atTheirCosts = (
  payload: SolvePayload,
  { emission_shadow_price_usd_per_t = 0 }: SolveResult,
): Generator[] =>
  withEmissionCosts(payload, (payload.emission_price_usd_per_t ?? 0) + emission_shadow_price_usd_per_t)
    .generators;

function generator(payload: SolvePayload, result: SolveResult, unit: Generator, hour: number): Setter[] {
  const relaxed = isRelaxed(payload, result);
  if (!relaxed && amountAt(result.commitment[unit.name], hour) !== 1) return [];
  const mw = amountAt(result.dispatch_mw[unit.name], hour);
  const price = amountAt(result.lmp[`bus_${unit.bus}`], hour);
  const { lower, upper } = outputRoom(payload, result, unit, hour);
  const { below, above } = costSlopes(unit, mw);
  const isFree = isInside(lower.mw, mw, upper.mw);
  const fits = below - SAME_PRICE <= price && price <= above + SAME_PRICE;
  const slope = Math.abs(above - price) < Math.abs(below - price) ? above : below;
  const setter = {
    element_type: 'generator',
    element_id: unit.name,
    bus: `bus_${unit.bus}`,
    output_mw: round6(mw),
    lower_mw: round6(lower.mw),
    upper_mw: round6(upper.mw),
    cost_slope_usd_per_mwh: round6(slope),
    held_by: null,
  } as const;
  if (isFree && fits) return [{ ...setter, role: above - below > SAME_PRICE ? 'kink' : 'sets' }];
  if (isFree) return [{ ...setter, role: 'coupled' }];
  const limit = mw >= upper.mw - AT_LIMIT_MW ? upper : lower;
  if (limit.by !== 'p_min' && limit.by !== 'p_max')
    return [{ ...setter, role: 'coupled', held_by: limit.by }];
  return Math.abs(slope - price) <= SAME_PRICE ? [{ ...setter, role: 'at_limit' }] : [];
}

/** Outputs closer to a point of the curve than this are at it, MW. */
const AT_POINT_MW = 1e-3;

/** Slopes of the production cost of a unit just below and just above an output, $/MWh; the same inside a segment. */
function costSlopes(unit: Generator, mw: number) {
  const all = costChords(unit);
  const below = all.findLast(({ from }) => from < mw - AT_POINT_MW) ?? all[0];
  const above = all.find(({ to }) => to > mw + AT_POINT_MW) ?? all.at(-1);
  return { below: below?.slope ?? 0, above: above?.slope ?? 0 };
}

const renewables = ({ renewables: all = [] }: SolvePayload, result: SolveResult, hour: number): Setter[] =>
  all.flatMap(({ name, bus, p_min, p_max, marginal_cost = 0 }) => {
    const mw = amountAt(result.renewable_mw?.[name], hour);
    const [low, high] = [amountAt(p_min, hour), amountAt(p_max, hour)];
    if (!isInside(low, mw, high)) return [];
    const element = { element_type: 'renewable', element_id: name, bus: `bus_${bus}` } as const;
    return [free(element, [low, mw, high], marginal_cost, amountAt(result.lmp[element.bus], hour))];
  });

function unserved({ loads, options }: SolvePayload, result: SolveResult, hour: number): Setter[] {
  const price = options?.unserved_energy_usd_per_mwh ?? 0;
  const shed = Object.entries(result.unserved_mw ?? {}).filter(
    ([, hours]) => amountAt(hours, hour) > AT_LIMIT_MW,
  );
  return shed.flatMap(([bus, hours]) => {
    const own = loads.filter((load) => `bus_${load.bus}` === bus);
    const demand = total(own.map(({ values }) => amountAt(values, hour)));
    const mw = amountAt(hours, hour);
    if (!isInside(0, mw, demand)) return [];
    const element = { element_type: 'unserved', element_id: bus, bus } as const;
    return [free(element, [0, mw, demand], price, amountAt(result.lmp[bus], hour))];
  });
}

/** An element whose power has one price, strictly between its limits. */
function free(
  element: Pick<Setter, 'element_type' | 'element_id' | 'bus'>,
  [low, mw, high]: readonly [low: number, mw: number, high: number],
  slope: number,
  price: number,
): Setter {
  return {
    ...element,
    role: Math.abs(price - slope) <= SAME_PRICE ? 'sets' : 'coupled',
    output_mw: round6(mw),
    lower_mw: round6(low),
    upper_mw: round6(high),
    cost_slope_usd_per_mwh: slope,
    held_by: null,
  };
}

/** Output is discharge less charge. */
const storages = ({ storage = [] }: SolvePayload, result: SolveResult, hour: number): Setter[] =>
  storage.flatMap(({ name, bus, charge_mw, discharge_mw }) => {
    const charge = amountAt(result.storage?.[name]?.charge_mw, hour);
    const discharge = amountAt(result.storage?.[name]?.discharge_mw, hour);
    if (!isInside(0, charge, charge_mw) && !isInside(0, discharge, discharge_mw)) return [];
    return [
      {
        role: 'stores',
        element_type: 'storage',
        element_id: name,
        bus: `bus_${bus}`,
        output_mw: round6(discharge - charge),
        lower_mw: -charge_mw,
        upper_mw: discharge_mw,
        cost_slope_usd_per_mwh: null,
        held_by: null,
      },
    ];
  });
