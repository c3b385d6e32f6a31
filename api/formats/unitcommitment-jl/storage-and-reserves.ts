/** Storage units and reserve products of UnitCommitment.jl. */
import type { Reserve, Storage } from '../../../temporal/case/schema.ts';
import type { JsonObject } from '../base/json-object.ts';
import { checkCount, ImportError } from '../base/report.ts';
import { type CaseContext, steady } from './case-context.ts';

/** Fields that the storage of the service does not have; a value other than 0 is reported. */
const DROPPED = ['Minimum charge rate (MW)', 'Minimum discharge rate (MW)'];
/**
 * Name of the loss factor. It is not supported with a minimum level above 0, because the loss would not be proportional
 * to the deliverable energy.
 */
const LOSS = 'Loss factor';

/**
 * Converts a storage unit. Energy is counted as deliverable energy above the minimum level: e = eta_d (level -
 * level_min), e[t] = e[t-1] + eta_c eta_d charge[t] - discharge[t]. This is exact for constant levels without minimum
 * rates, and for losses over time if the minimum level is 0.
 */
export function storageUnit(name: string, unit: JsonObject, context: CaseContext): Storage {
  const least = steady(unit, 'Minimum level (MWh)', context, 'largest', 0);
  const most = steady(unit, 'Maximum level (MWh)', context, 'least');
  const discharging = efficiency(unit, 'Discharge efficiency', context);
  const delivered = (level: number): number => Math.max(0, (level - least) * discharging) * context.perHour;
  const initial = unit.number('Initial level (MWh)', 0);
  if (initial < least)
    unit.refuse('Initial level (MWh)', `Should be at least the minimum level ${least}, not ${initial}`);
  const finalLevel = unit.number('Last period minimum level (MWh)', least);
  noteLimits(unit, least, context.periods);
  const loss = least > 0 ? 0 : steady(unit, LOSS, context, 'largest', 0);
  if (loss < 0 || loss * context.perHour >= 1)
    unit.refuse(LOSS, 'Should be at least 0, and less than 1 in an hour');
  const finalMost = unit.number('Last period maximum level (MWh)', most);
  return {
    name,
    bus: context.busOf(unit, 'Bus'),
    energy_mwh: delivered(most),
    charge_mw: steady(unit, 'Maximum charge rate (MW)', context, 'least'),
    discharge_mw: steady(unit, 'Maximum discharge rate (MW)', context, 'least'),
    efficiency: efficiency(unit, 'Charge efficiency', context) * discharging,
    initial_mwh: delivered(initial),
    ...(finalLevel > least && { final_mwh: delivered(finalLevel) }),
    ...(finalMost < most && { final_max_mwh: delivered(finalMost) }),
    ...(loss > 0 && { standing_loss_per_h: loss * context.perHour }),
    ...costOf(unit, 'Charge cost ($/MW)', 'charge_cost_usd_per_mwh', context),
    ...costOf(unit, 'Discharge cost ($/MW)', 'discharge_cost_usd_per_mwh', context),
  };
}

function efficiency(unit: JsonObject, field: string, context: CaseContext): number {
  const value = steady(unit, field, context, 'least', 1);
  return value > 0 && value <= 1 ? value : unit.refuse(field, 'Should be above 0 and at most 1');
}

/** Cost of 1 MW during one step. */
function costOf(
  unit: JsonObject,
  field: string,
  name: 'charge_cost_usd_per_mwh' | 'discharge_cost_usd_per_mwh',
  context: CaseContext,
): Partial<Storage> {
  const cost = steady(unit, field, context, 'largest', 0);
  if (cost < 0) unit.refuse(field, 'Should be at least 0');
  return cost > 0 ? { [name]: cost * context.perHour } : {};
}

function noteLimits(unit: JsonObject, least: number, periods: number): void {
  for (const field of [...DROPPED, ...(least > 0 ? [LOSS] : [])])
    if (unit.series(field, periods, 0).some((value) => value !== 0))
      unit.drop('warning', 'storage', `'${field}' of storage is not modelled`, field);
  const both = 'Allow simultaneous charging and discharging';
  if (unit.value(both) !== false)
    unit.change('warning', 'storage_modes', 'Storage does not charge and discharge in the same hour', both);
}

/** Field of the only reserve product in version 0.2; the product gets the name that later versions use. */
const OLD = 'Spinning (MW)';
const OLD_NAME = 'r1';

/** Most reserve products, as each unit is checked against all of them. */
const MAX_PRODUCTS = 100;

export interface ReserveProducts {
  /** Reads which products a unit may provide. */
  addUnit(name: string, unit: JsonObject): void;
  /** Products with their providers; a product that all units may provide has no list. */
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
