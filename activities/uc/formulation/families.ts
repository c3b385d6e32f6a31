/**
 * Families of constraints that tie all units together, besides balance, reserve and the network: one row each. Each
 * family has a file of its own for its part of the model, its prices, its figures in a result and its limits in the
 * model of a repair (`engine/repair`); the rest of the engine refers to no family by name. README.md has the steps to
 * add one.
 */
import type { Multipliers, SolveResult } from '../../../temporal/case/messages/result.ts';
import type { Instance } from '../instance.ts';
import type { PricedLimit } from '../lmp.ts';
import type { Schedule } from '../schedule.ts';
import { cycleLimits } from './cycle-limits.ts';
import { emissions } from './emissions.ts';
import { energyLimits } from './energy-limits.ts';
import type { DualOf, Family, FamilyPrices, FamilyRows } from './family.ts';
import { fuelLimits } from './fuel-limits.ts';
import { generatorOutages } from './generator-outages.ts';
import { interfaceLimits } from './interface-limits.ts';

/** All families, in the order of their rows in the model. */
export const FAMILIES: readonly Family[] = [
  generatorOutages,
  emissions,
  energyLimits,
  cycleLimits,
  fuelLimits,
  interfaceLimits,
];

export const pricesOf = (families: readonly FamilyRows[], dualOf: DualOf): FamilyPrices =>
  families.reduce<FamilyPrices>((all, { prices }) => Object.assign(all, prices?.(dualOf)), {});

/** Limits of flows of all families, with their duals. */
export const flowsOf = (families: readonly FamilyRows[], dualOf: DualOf): PricedLimit[] =>
  families.flatMap(({ flows }) => flows?.(dualOf) ?? []);

export const multipliersOf = (families: readonly FamilyRows[], dualOf: DualOf): Partial<Multipliers> =>
  families.reduce<Partial<Multipliers>>(
    (all, { multipliers }) => Object.assign(all, multipliers?.(dualOf)),
    {},
  );

export const figuresOf = (instance: Instance, schedule: Schedule): Partial<SolveResult> =>
  FAMILIES.reduce<Partial<SolveResult>>(
    (all, { figures }) => Object.assign(all, figures?.(instance, schedule)),
    {},
  );

/** Penalties of all families, $. */
export const penaltyOf = (instance: Instance, schedule: Schedule): number =>
  FAMILIES.reduce((usd, { penalty }) => usd + (penalty?.(instance, schedule) ?? 0), 0);
