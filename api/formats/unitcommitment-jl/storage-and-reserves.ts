/** Storage units and reserve products of UnitCommitment.jl. */
import type { Reserve, Storage } from '../../../temporal/case/schema.ts';
import type { JsonObject } from '../base/json-object.ts';
import { checkCount, ImportError } from '../base/report.ts';
import { type CaseContext, steady } from './case-context.ts';

const LOSS = 'Loss factor';

/**
 * Reads a storage. Powers and minimum levels may vary by step; a field that may not vary gets its strictest value.
 * Levels are in MWh; losses and costs are per step.
 */
export function storageUnit(name: string, unit: JsonObject, context: CaseContext): Storage {
  const leastLevels = unit.series('Minimum level (MWh)', context.periods, 0);
  const most = steady(unit, 'Maximum level (MWh)', context, 'least');
  const stored = (level: number): number => level * context.perHour;
  const varying = (field: string, fallback?: number) =>
    oneOrAll(unit.series(field, context.periods, fallback));
  const [initial, least] = [unit.number('Initial level (MWh)', 0), leastLevels[0] ?? 0];
  if (initial < least)
    unit.refuse('Initial level (MWh)', `Should be at least the minimum level ${least}, not ${initial}`);
  const lastLeast = leastLevels.at(-1) ?? 0;
  const finalLevel = unit.number('Last period minimum level (MWh)', lastLeast);
  const finalMost = unit.number('Last period maximum level (MWh)', most);
  const loss = steady(unit, LOSS, context, 'largest', 0);
  if (loss < 0 || loss * context.perHour >= 1)
    unit.refuse(LOSS, 'Should be at least 0, and less than 1 in an hour');
  const min_mwh = oneOrAll(leastLevels.map(stored));
  const [charge_min_mw, discharge_min_mw] = [
    varying('Minimum charge rate (MW)', 0),
    varying('Minimum discharge rate (MW)', 0),
  ];
  return {
    name,
    bus: context.busOf(unit, 'Bus'),
    energy_mwh: stored(most),
    charge_mw: varying('Maximum charge rate (MW)'),
    discharge_mw: varying('Maximum discharge rate (MW)'),
    charge_efficiency: efficiency(unit, 'Charge efficiency', context),
    discharge_efficiency: efficiency(unit, 'Discharge efficiency', context),
    initial_mwh: stored(initial),
    ...(min_mwh !== 0 && { min_mwh }),
    ...(charge_min_mw !== 0 && { charge_min_mw }),
    ...(discharge_min_mw !== 0 && { discharge_min_mw }),
    ...(mayDoBoth(unit, context) && { no_simultaneous: false }),
    ...(finalLevel > lastLeast && { final_mwh: stored(finalLevel) }),
    ...(finalMost < most && { final_max_mwh: stored(finalMost) }),
    ...(loss > 0 && { standing_loss_per_h: loss }),
    ...costOf(unit, 'Charge cost ($/MW)', 'charge_cost_usd_per_mwh', context),
    ...costOf(unit, 'Discharge cost ($/MW)', 'discharge_cost_usd_per_mwh', context),
  };
}

/** The number, if all values are equal; else the list. */
const oneOrAll = (values: number[]): number | number[] => {
  const [first = 0] = values;
  return values.every((value) => value === first) ? first : values;
};

function efficiency(unit: JsonObject, field: string, context: CaseContext): number {
  const value = steady(unit, field, context, 'least', 1);
  return value > 0 && value <= 1 ? value : unit.refuse(field, 'Should be above 0 and at most 1');
}

/** Cost of 1 MW during one step, $, as a field of a storage. */
function costOf(
  unit: JsonObject,
  field: string,
  name: 'charge_cost_usd_per_mwh' | 'discharge_cost_usd_per_mwh',
  context: CaseContext,
): Partial<Storage> {
  const cost = steady(unit, field, context, 'largest', 0);
  if (cost < 0) unit.refuse(field, 'Should be at least 0');
  return cost > 0 ? { [name]: cost } : {};
}

/** True if the unit may charge and discharge in every step. */
function mayDoBoth(unit: JsonObject, { periods }: CaseContext): boolean {
  const field = 'Allow simultaneous charging and discharging';
  const value = unit.value(field);
  const flags = Array.isArray(value) ? value : new Array(periods).fill(value ?? true);
  if (flags.length !== periods || flags.some((flag) => typeof flag !== 'boolean'))
    unit.refuse(field, 'Should be true or false, or a list of them, one for each step');
  if (new Set(flags).size > 1)
    unit.change('warning', 'storage_modes', 'Storage does not charge and discharge in the same step', field);
  return flags.every(Boolean);
}

/** Field for the only reserve product of version 0.2. The product gets its name in later versions. */
const OLD = 'Spinning (MW)';
const OLD_NAME = 'r1';

/** Maximum number of reserve products; each unit is checked against all of them. */
const MAX_PRODUCTS = 100;

export interface ReserveProducts {
  /** Reads the reserve products that a unit may provide. */
  addUnit(name: string, unit: JsonObject): void;
  /** Products with their providers; a product that all units may provide has no list of providers. */
  reserves(): Reserve[];
}

/** Reads `Reserves` as reserve products, each provided by the units that name it. */
export function reserveProducts(
  section: JsonObject,
  context: CaseContext,
  oldPenalty: number,
): ReserveProducts {
  const isOld = section.has(OLD);
  const products = isOld
    ? [{ name: OLD_NAME, mw: section.series(OLD, context.periods), ...soft(oldPenalty) }]
    : section.names().flatMap((name) => product(name, section.object(name), context));
  checkCount(products, section.path, MAX_PRODUCTS);
  const names = isOld ? [OLD_NAME] : section.names();
  const providers = new Map(products.map(({ name }): [string, string[]] => [name, []]));
  let units = 0;
  return {
    addUnit(name, unit) {
      units += 1;
      const eligible = unit.list('Reserve eligibility', []);
      const wrong = eligible.findIndex((each) => typeof each !== 'string' || !names.includes(each));
      if (wrong >= 0)
        throw new ImportError(
          [...unit.place('Reserve eligibility'), wrong],
          `Unknown reserve '${eligible[wrong]}'`,
        );
      const provides = unit.flag('Provides spinning reserves?', isOld);
      for (const [product, able] of providers) if (provides || eligible.includes(product)) able.push(name);
    },
    reserves: () =>
      products.map((item) => {
        const able = providers.get(item.name) ?? [];
        return able.length === units ? item : { ...item, providers: able };
      }),
  };
}

function product(name: string, item: JsonObject, context: CaseContext): Reserve[] {
  const type = item.text('Type', 'spinning').toLowerCase();
  const isSteady = typeof item.value('Amount (MW)') === 'number';
  const mw = isSteady ? item.number('Amount (MW)') : item.series('Amount (MW)', context.periods);
  const penalty = steady(item, 'Shortfall penalty ($/MW)', context, 'largest', -1);
  if (type === 'spinning') return [{ name, mw, ...soft(penalty) }];
  item.notes.drop('warning', 'reserve_type', `A reserve of type '${type}' is not modelled`);
  return [];
}

const soft = (penalty: number) => (penalty < 0 ? {} : { penalty_usd_per_mwh: penalty });
