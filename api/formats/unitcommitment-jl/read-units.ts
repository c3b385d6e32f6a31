/** Units of UnitCommitment.jl, thermal and profiled, and price-sensitive loads. */

import { outputLimits } from '../../../temporal/case/arithmetic/output-limits.ts';
import { oneIfSteady } from '../../../temporal/case/arithmetic/series.ts';
import type { Bid, Generator, Renewable, SolvePayload } from '../../../temporal/case/schema.ts';
import { addUnit, noUnits } from '../base/consumer.ts';
import type { JsonObject } from '../base/json-object.ts';
import { checkCount } from '../base/report.ts';
import type { ReadGenerator } from '../base/thermal-unit.ts';
import type { CaseContext } from './case-context.ts';
import type { ReserveProducts } from './storage-and-reserves.ts';
import { fixedHours, thermalGenerator } from './thermal-generator.ts';

export function readUnits(root: JsonObject, context: CaseContext, products: ReserveProducts) {
  const thermal = noUnits<ReadGenerator>();
  const renewables: Renewable[] = [];
  const fixed: NonNullable<SolvePayload['fixed_commitment']> = [];
  for (const [name, unit] of root.objects('Generators')) {
    // Before version 0.4, all units were thermal.
    const type = unit.text('Type', 'Thermal');
    if (type === 'Profiled') renewables.push(profiledUnit(name, unit, context));
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

const profiledUnit = (name: string, unit: JsonObject, context: CaseContext): Renewable => ({
  name,
  bus: context.busOf(unit, 'Bus'),
  p_min: unit.series('Minimum power (MW)', context.periods, 0),
  p_max: unit.series('Maximum power (MW)', context.periods),
  marginal_cost: oneIfSteady(unit.series('Cost ($/MW)', context.periods)),
});

/** A price-sensitive load: a bid of demand with one block. */
export const priceSensitiveLoad = (name: string, item: JsonObject, context: CaseContext): Bid => ({
  name,
  bus: context.busOf(item, 'Bus'),
  kind: 'demand',
  blocks: [
    {
      mw: item.series('Demand (MW)', context.periods),
      usd_per_mwh: item.series('Revenue ($/MW)', context.periods),
    },
  ],
});
