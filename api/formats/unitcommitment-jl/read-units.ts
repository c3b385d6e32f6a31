/** Units of UnitCommitment.jl, thermal and profiled, and price-sensitive loads. */

import { outputLimits } from '../../../temporal/case/arithmetic/output-limits.ts';
import type { NetworkGenerator } from '../../../temporal/case/network-schema.ts';
import type { Generator, Load, Renewable, SolvePayload } from '../../../temporal/case/schema.ts';
import { addUnit, noUnits } from '../base/consumer.ts';
import type { JsonObject } from '../base/json-object.ts';
import { checkCount } from '../base/report.ts';
import type { CaseContext } from './case-context.ts';
import type { ReserveProducts } from './storage-and-reserves.ts';
import { fixedHours, thermalGenerator } from './thermal-generator.ts';

export function readUnits(root: JsonObject, context: CaseContext, products: ReserveProducts) {
  const thermal = noUnits<NetworkGenerator>();
  const renewables: Renewable[] = [];
  const fixed: NonNullable<SolvePayload['fixed_commitment']> = [];
  for (const [name, unit] of root.objects('Generators')) {
    // Before version 0.4, all units were thermal.
    const type = unit.text('Type', 'Thermal');
    if (type === 'Profiled') renewables.push(...profiledUnit(name, unit, context));
    else if (type === 'Thermal') {
      const before = thermal.generators.length;
      addUnit(thermalGenerator(name, unit, context), thermal, unit.notes, context.periods);
      if (thermal.generators.length === before) continue;
      fixed.push(...fixedHours(name, unit, context));
      products.addUnit(name, unit);
    } else unit.refuse('Type', `Should be 'Thermal' or 'Profiled'`);
    checkCount(renewables, ['Generators']);
  }
  const { loads, sources } = thermal;
  const generators = thermal.generators.map(
    ({ p_max_profile, p_min_profile, p_max, p_min, ...unit }): Generator => ({
      ...unit,
      ...outputLimits({ p_max_profile, p_min_profile, p_max, p_min }),
    }),
  );
  return { generators, loads, renewables: [...renewables, ...sources], fixed };
}

const profiledUnit = (name: string, unit: JsonObject, context: CaseContext): Renewable[] =>
  byPrice({
    name,
    bus: context.busOf(unit, 'Bus'),
    pMin: unit.series('Minimum power (MW)', context.periods, 0),
    pMax: unit.series('Maximum power (MW)', context.periods),
    price: unit.series('Cost ($/MW)', context.periods),
    perHour: context.perHour,
  });

interface PriceSensitiveLoad {
  readonly load: Load;
  readonly unserved: Renewable[];
}

/**
 * Converts a price-sensitive load to a fixed load, with a source at its bus whose output s is the load not served, at
 * the price of the lost revenue: revenue D - revenue (D - s).
 */
export function priceSensitiveLoad(name: string, item: JsonObject, context: CaseContext): PriceSensitiveLoad {
  const { periods, perHour } = context;
  const bus = context.busOf(item, 'Bus');
  const demand = item.series('Demand (MW)', periods);
  const price = item.series('Revenue ($/MW)', periods);
  const message =
    'A price-sensitive load becomes a load and a source of the same size at the price of the lost revenue; the objective is higher by the total possible revenue';
  item.notes.change('warning', 'price_sensitive_load', message);
  const unserved = byPrice({ name, bus, pMin: demand.map(() => 0), pMax: demand, price, perHour });
  return { load: { bus, values: demand }, unserved };
}

/** A source with limits in MW and prices in $/MW per step, shape [T]. */
interface PricedSource {
  readonly name: string;
  readonly bus: number;
  readonly pMin: readonly number[];
  readonly pMax: readonly number[];
  readonly price: readonly number[];
  /** Steps per hour. */
  readonly perHour: number;
}

/**
 * Converts a source with a varying price to one renewable per price. Each renewable is available in the hours with its
 * price.
 */
function byPrice({ name, bus, pMin, pMax, price, perHour }: PricedSource): Renewable[] {
  const prices = [...new Set(price)];
  return prices.map((marginal_cost) => {
    const when = (mw: readonly number[]) => mw.map((value, t) => (price[t] === marginal_cost ? value : 0));
    return {
      name: prices.length === 1 ? name : `${name} at ${marginal_cost * perHour} $/MWh`,
      bus,
      p_min: when(pMin),
      p_max: when(pMax),
      marginal_cost,
    };
  });
}
