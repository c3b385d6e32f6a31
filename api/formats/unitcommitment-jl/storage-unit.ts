/**
 * A storage unit of UnitCommitment.jl -> storage whose energy is counted as it is delivered, above the least level:
 *
 *     e = eta_d (level - level_min),   e[t] = e[t-1] + eta_c eta_d charge[t] - discharge[t]
 *
 * which is exact for constant levels without losses over time, costs and least rates.
 */
import type { Storage } from '../../../temporal/case/messages/resources.ts';
import { ImportError } from '../base/import-error.ts';
import type { JsonObject } from '../base/json-object.ts';
import { type CaseContext, steady } from './case-context.ts';

/** Fields that storage of the service does not have, where they are not 0. */
const DROPPED = [
  'Charge cost ($/MW)',
  'Discharge cost ($/MW)',
  'Loss factor',
  'Minimum charge rate (MW)',
  'Minimum discharge rate (MW)',
];

export function storageUnit(name: string, unit: JsonObject, context: CaseContext): Storage {
  const least = steady(unit, 'Minimum level (MWh)', context, 'largest', 0);
  const most = steady(unit, 'Maximum level (MWh)', context, 'least');
  const discharging = efficiency(unit, 'Discharge efficiency', context);
  const delivered = (level: number): number => Math.max(0, (level - least) * discharging) * context.perHour;
  const finalLevel = unit.number('Last period minimum level (MWh)', least);
  noteLimits(unit, most, context);
  return {
    name,
    bus: context.busOf(unit, 'Bus'),
    energy_mwh: delivered(most),
    charge_mw: steady(unit, 'Maximum charge rate (MW)', context, 'least'),
    discharge_mw: steady(unit, 'Maximum discharge rate (MW)', context, 'least'),
    efficiency: efficiency(unit, 'Charge efficiency', context) * discharging,
    initial_mwh: delivered(unit.number('Initial level (MWh)', 0)),
    ...(finalLevel > least && { final_mwh: delivered(finalLevel) }),
  };
}

function efficiency(unit: JsonObject, field: string, context: CaseContext): number {
  const value = steady(unit, field, context, 'least', 1);
  if (value > 0 && value <= 1) return value;
  throw new ImportError([...unit.path, field], 'Should be above 0 and at most 1');
}

function noteLimits(unit: JsonObject, most: number, { periods, report }: CaseContext): void {
  const at = (field: string) => [...unit.path, field];
  for (const field of DROPPED)
    if (unit.series(field, periods, 0).some((value) => value !== 0))
      report.drop('warning', 'storage', `'${field}' of storage is not modelled`, at(field));
  const lastMost = 'Last period maximum level (MWh)';
  if (unit.number(lastMost, most) < most)
    report.drop('warning', 'storage', `'${lastMost}' of storage is not modelled`, at(lastMost));
  const both = 'Allow simultaneous charging and discharging';
  if (unit.value(both) !== false)
    report.change(
      'info',
      'storage_modes',
      'Storage does not charge and discharge in the same hour',
      at(both),
    );
}
