/** Prices of a schedule from the duals of its dispatch with the commitment fixed. */
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import { pricesOf } from '../../uc/formulation/families.ts';
import { FAMILY_PRICES, type FamilyPrices } from '../../uc/formulation/family.ts';
import type { Formulation } from '../../uc/formulation/index.ts';
import type { Instance } from '../../uc/instance.ts';
import { locationalPrices } from '../../uc/lmp.ts';
import { marginalPrices } from '../../uc/merit-order.ts';
import type { Schedule } from '../../uc/schedule.ts';
import type { SecureModel } from '../model/secure-model.ts';

export type PricedFormulation = Pick<Formulation, 'balanceRows' | 'reserveRows' | 'families'>;
export type PricedModel = Pick<SecureModel, 'limits' | 'tangents'>;

export type Prices = FamilyPrices &
  Pick<SolveResult, 'lmp' | 'lmp_components' | 'reserve_price_usd_per_mw' | 'prices'>;

const NO_PRICES: Prices = { lmp: {}, lmp_components: {} };

/** `duals`: of all rows, $/MWh. */
export function pricesAt(
  instance: Instance,
  { balanceRows, reserveRows, families }: PricedFormulation,
  { limits, tangents }: PricedModel,
  duals: Float64Array,
): Prices {
  const dualOf = (row: number): number => duals[row] ?? 0;
  const { lmp, components } = locationalPrices(
    instance,
    balanceRows.map((rows) => rows.map(dualOf)),
    limits.map(({ row, ...limit }) => ({ ...limit, dual: dualOf(row) })),
    tangents.map(({ row, ...tangent }) => ({ ...tangent, dual: dualOf(row) })),
  );
  const products = instance.payload.reserves ?? [];
  const ofRows = (rows: readonly number[]): number[] => rows.map((row) => toPrice(dualOf(row)));
  return {
    lmp,
    lmp_components: components,
    ...(products.length > 0 && {
      reserve_price_usd_per_mw: Object.fromEntries(
        products.map(({ name }, q) => [name, ofRows(reserveRows[q] ?? [])]),
      ),
    }),
    ...pricesOf(families, dualOf),
  };
}

/** Prices of a schedule whose time ended before its dispatch could be priced, $/MWh: of its own merit order. */
export function approximatePrices(instance: Instance, schedule: Schedule): Prices {
  const { lmp, components } = locationalPrices(instance, marginalPrices(instance, schedule), [], []);
  return { lmp, lmp_components: components, prices: 'approximate' };
}

/** $/MW; a requirement never has a price below 0. */
const toPrice = (dual: number): number => Math.max(0, Math.round(dual * 1e6) / 1e6) + 0;

/** For prices that did not pass their check. */
export function withoutPrices<Result extends Prices & Pick<SolveResult, 'binding_constraints' | 'warnings'>>(
  result: Result,
) {
  const unpriced: Result = { ...result, ...NO_PRICES };
  for (const price of ['reserve_price_usd_per_mw', ...FAMILY_PRICES] as const) delete unpriced[price];
  return {
    ...unpriced,
    binding_constraints: result.binding_constraints.map((binding) => ({
      ...binding,
      shadow_price_usd_per_mwh: 0,
    })),
    warnings: [...result.warnings, 'The prices did not pass their check and are left out'],
  };
}
