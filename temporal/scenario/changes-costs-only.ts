/** Whether a variable leaves what a schedule must keep to as it is, so that one of another scenario still fits. */
import type { Change, ChangeTarget, Collection } from './change.ts';

/** Of VARIED_FIELDS. */
export const COST_FIELDS: Readonly<Partial<Record<Collection, readonly string[]>>> = {
  generators: ['marginal_cost', 'no_load_cost', 'startup_cost', 'cost_curve.usd_per_h'],
  transmission_lines: ['penalty_usd_per_mwh'],
  renewables: ['marginal_cost'],
  reserves: ['penalty_usd_per_mwh'],
};

export const changesCostsOnly = ({ targets }: Change): boolean => targets.every(isCost);

function isCost(target: ChangeTarget): boolean {
  if ('setting' in target) return true;
  const costs = COST_FIELDS[target.collection] ?? [];
  return target.fields.every((field) => costs.includes(field));
}
