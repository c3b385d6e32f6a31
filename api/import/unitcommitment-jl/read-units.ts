/** Thermal units and units with a profile, which the format keeps in one section. */
import type { Generator } from '../../../temporal/messages/generator.ts';
import type { SolvePayload } from '../../../temporal/messages/payload.ts';
import type { Renewable } from '../../../temporal/messages/resources.ts';
import { byPrice } from '../by-price.ts';
import { checkCount } from '../check-count.ts';
import { ImportError } from '../import-error.ts';
import type { JsonObject } from '../json-object.ts';
import { noteUnknownFields } from '../note-unknown-fields.ts';
import type { CaseContext } from './case-context.ts';
import type { ReserveProducts } from './reserve-products.ts';
import { fixedHours, thermalGenerator } from './thermal-generator.ts';

export function* readUnits(root: JsonObject, context: CaseContext, products: ReserveProducts) {
  const generators: Generator[] = [];
  const renewables: Renewable[] = [];
  const fixed: NonNullable<SolvePayload['fixed_commitment']> = [];
  for (const [name, unit] of root.objects('Generators')) {
    // Before version 0.4 all units were thermal.
    const type = unit.text('Type', 'Thermal');
    if (type === 'Profiled') renewables.push(...profiledUnit(name, unit, context));
    else if (type === 'Thermal') {
      generators.push(thermalGenerator(name, unit, context));
      fixed.push(...fixedHours(name, unit, context));
      products.checkUnit(unit);
    } else throw new ImportError([...unit.path, 'Type'], `Should be 'Thermal' or 'Profiled'`);
    checkCount(renewables, ['Generators']);
    noteUnknownFields(unit, context.report);
    yield;
  }
  return { generators, renewables, fixed };
}

const profiledUnit = (name: string, unit: JsonObject, context: CaseContext): Renewable[] =>
  byPrice({
    name,
    bus: context.busOf(unit, 'Bus'),
    pMin: unit.series('Minimum power (MW)', context.periods, 0),
    pMax: unit.series('Maximum power (MW)', context.periods),
    price: unit.series('Cost ($/MW)', context.periods),
  });
