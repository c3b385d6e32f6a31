/** `Reserves` of UnitCommitment.jl -> reserve products that every unit on line provides. */
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
  readonly reserves: Reserve[];
  /** Reports a unit that the file does not let provide every product, because here it does. */
  checkUnit(unit: JsonObject): void;
}

export function reserveProducts(
  section: JsonObject,
  context: CaseContext,
  oldPenalty: number,
): ReserveProducts {
  const isOld = section.has(OLD);
  const reserves = isOld
    ? [{ name: OLD_NAME, mw: section.series(OLD, context.periods), ...soft(oldPenalty) }]
    : section
        .entries()
        .flatMap(([name, item]) => product(name, toJsonObject(item, [...section.path, name]), context));
  noteUnknownFields(section, context.report);
  checkCount(reserves, section.path, MAX_PRODUCTS);
  return {
    reserves,
    checkUnit(unit) {
      const eligible = unit.list('Reserve eligibility', []);
      const provides = unit.flag('Provides spinning reserves?', isOld);
      if (provides || reserves.every(({ name }) => eligible.includes(name))) return;
      const message =
        'Every unit on line provides every reserve, also one that the file does not name for it';
      context.report.change('warning', 'reserve_eligibility', message, unit.path);
    },
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
