/**
 * Families of constraints that tie all units together, beside balance, reserve and the network: a row each. What a family
 * needs in the model, its prices, its figures in a result and its limits in the model of a repair (`engine/repair`) are
 * said in its own file; nothing else of the engine knows it by name. README.md has the steps to add one.
 */
import type { Multipliers, SolveResult } from '../../../temporal/case/messages/result.ts';
import type { Instance } from '../instance.ts';
import type { Schedule } from '../schedule.ts';
import { emissions } from './emissions.ts';
import { energyLimits } from './energy-limits.ts';
import type { DualOf, Family, FamilyPrices, FamilyRows } from './family.ts';
import { generatorOutages } from './generator-outages.ts';

/** In the order of their rows in the model. */
export const FAMILIES: readonly Family[] = [generatorOutages, emissions, energyLimits];

export function pricesOf(families: readonly FamilyRows[], dualOf: DualOf): FamilyPrices {
  const all: FamilyPrices = {};
  for (const { prices } of families) Object.assign(all, prices?.(dualOf));
  return all;
}

export function multipliersOf(families: readonly FamilyRows[], dualOf: DualOf): Partial<Multipliers> {
  const all: Partial<Multipliers> = {};
  for (const { multipliers } of families) Object.assign(all, multipliers?.(dualOf));
  return all;
}

export function figuresOf(instance: Instance, schedule: Schedule): Partial<SolveResult> {
  const all: Partial<SolveResult> = {};
  for (const { figures } of FAMILIES) Object.assign(all, figures?.(instance, schedule));
  return all;
}

/** $. */
export const penaltyOf = (instance: Instance, schedule: Schedule): number =>
  FAMILIES.reduce((usd, { penalty }) => usd + (penalty?.(instance, schedule) ?? 0), 0);
