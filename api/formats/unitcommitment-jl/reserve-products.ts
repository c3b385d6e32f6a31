/** `Reserves` of UnitCommitment.jl -> reserve products of the units that the file names for them. */
import type { Reserve } from '../../../temporal/case/messages/resources.ts';
import { checkCount } from '../base/import-error.ts';
import { type JsonObject, noteUnknownFields, toJsonObject } from '../base/json-object.ts';
import { type CaseContext, steady } from './case-context.ts';

/** Version 0.2 has one product for all units; it gets the name that later versions give it. */
const OLD = 'Spinning (MW)';
const OLD_NAME = 'r1';

/** Each unit is held against all of them. */
const MAX_PRODUCTS = 100;

export interface ReserveProducts {
  /** Takes note of which products a unit may give. */
  addUnit(name: string, unit: JsonObject): void;
  /** With the units that may give each, where these are not all. */
  reserves(): Reserve[];
}

export function reserveProducts(
  section: JsonObject,
  context: CaseContext,
  oldPenalty: number,
): ReserveProducts {
  const isOld = section.has(OLD);
  const products = isOld
    ? [{ name: OLD_NAME, mw: section.series(OLD, context.periods), ...soft(oldPenalty) }]
    : section
        .entries()
        .flatMap(([name, item]) => product(name, toJsonObject(item, [...section.path, name]), context));
  noteUnknownFields(section, context.report);
  checkCount(products, section.path, MAX_PRODUCTS);
  const providers = new Map(products.map(({ name }): [string, string[]] => [name, []]));
  let units = 0;
  return {
    addUnit(name, unit) {
      units += 1;
      const eligible = unit.list('Reserve eligibility', []);
      const provides = unit.flag('Provides spinning reserves?', isOld);
      for (const [product, names] of providers) if (provides || eligible.includes(product)) names.push(name);
    },
    reserves: () =>
      products.map((item) => {
        const names = providers.get(item.name) ?? [];
        return names.length === units ? item : { ...item, providers: names };
      }),
  };
}

function product(name: string, item: JsonObject, context: CaseContext): Reserve[] {
  const type = item.text('Type', 'spinning').toLowerCase();
  const isSteady = typeof item.value('Amount (MW)') === 'number';
  const mw = isSteady ? item.number('Amount (MW)') : item.series('Amount (MW)', context.periods);
  const penalty = steady(item, 'Shortfall penalty ($/MW)', context, 'largest', -1);
  noteUnknownFields(item, context.report);
  if (type === 'spinning') return [{ name, mw, ...soft(penalty) }];
  context.report.drop('warning', 'reserve_type', `A reserve of type '${type}' is not modelled`, item.path);
  return [];
}

const soft = (penalty: number) => (penalty < 0 ? {} : { penalty_usd_per_mwh: penalty });
