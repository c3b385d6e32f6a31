/**
 * Prices of a schedule from the duals of its dispatch with a fixed commitment, and multipliers from the duals of the
 * relaxation.
 */
import { rounded } from '../../../temporal/case/arithmetic/rounded.ts';
import type { Multipliers, SolveResult } from '../../../temporal/case/messages/result.ts';
import { islandBuses } from '../../network/network.ts';
import { flowsOf, multipliersOf, pricesOf } from '../../uc/formulation/families.ts';
import { FAMILY_PRICES, type FamilyPrices } from '../../uc/formulation/family.ts';
import type { Formulation } from '../../uc/formulation/index.ts';
import type { Instance } from '../../uc/instance.ts';
import { locationalPrices } from '../../uc/lmp.ts';
import { marginalPrices, meritOrderPrices } from '../../uc/merit-order.ts';
import type { ReserveProduct } from '../../uc/reserve-products.ts';
import { bySeriesName, type Schedule } from '../../uc/schedule.ts';
import type { PreparedCase } from '../base/prepared-case.ts';
import type { SecureModel } from '../model/secure-model.ts';
import type { Outline } from '../search/find-outline.ts';

export type Prices = FamilyPrices &
  Pick<SolveResult, 'lmp' | 'lmp_components' | 'reserve_price_usd_per_mw' | 'prices'>;

const NO_PRICES: Prices = { lmp: {}, lmp_components: {} };

/** Prices from duals. `duals`: by row of the model, $/MWh. */
export function pricesAt(
  instance: Instance,
  { balanceRows, reserveRows, families }: Pick<Formulation, 'balanceRows' | 'reserveRows' | 'families'>,
  { limits, tangents }: Pick<SecureModel, 'limits' | 'tangents'>,
  duals: Float64Array,
): Prices {
  const dualOf = (row: number): number => duals[row] ?? 0;
  const { lmp, components } = locationalPrices(
    instance,
    balanceRows.map((rows) => rows.map(dualOf)),
    [...limits.map(({ row, ...limit }) => ({ ...limit, dual: dualOf(row) })), ...flowsOf(families, dualOf)],
    tangents.map(({ row, ...tangent }) => ({ ...tangent, dual: dualOf(row) })),
  );
  const products = instance.case.reserves;
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

/** Prices of a schedule whose dispatch was not priced, $/MWh, from its merit order. */
export function approximatePrices(instance: Instance, schedule: Schedule): Prices {
  const { lmp, components } = locationalPrices(instance, marginalPrices(instance, schedule), [], []);
  return { lmp, lmp_components: components, prices: 'approximate' };
}

/** Price from a dual, $/MW; the price of a requirement is never negative. */
const toPrice = (dual: number): number => Math.max(0, rounded(dual));

/** Removes prices that failed their check. */
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
    warnings: [...result.warnings, 'The prices failed their check and are left out'],
  };
}

/**
 * Multipliers from the duals of the relaxation; from them the verifier computes its own bound. A capacity row follows
 * from balance, upward reserve and the limits of single units, which the verifier keeps, so its dual is added to the
 * multipliers of balance and reserve. A flow limit that binds only through a row of deliverable output is listed with
 * multiplier 0. Duals of other rows that only tighten the relaxation are left out, which weakens the bound. `duals`: by
 * row of the model; if undefined, energy has its merit-order price, and all other multipliers are 0.
 */
export function toMultipliers(
  prepared: PreparedCase,
  rows: Pick<Formulation, 'balanceRows' | 'reserveRows' | 'capacityRows' | 'families'>,
  { limits, deliverables }: Pick<SecureModel, 'limits' | 'deliverables'>,
  duals: Float64Array | undefined,
): Multipliers {
  const { instance, contingencies } = prepared;
  const { network, periods } = instance;
  const dual = (row: number | undefined): number => duals?.[row ?? -1] ?? 0;
  const capacity = Array.from({ length: periods }, (_, t) => dual(rows.capacityRows[t]));
  const withCapacity = (row: number, t: number): number => dual(row) + (capacity[t] ?? 0);
  const energy = duals
    ? rows.balanceRows.map((islandRows) => islandRows.map(withCapacity))
    : meritOrderPrices(instance);
  const implying = new Set(
    deliverables.flatMap(({ position, limit }) => (rounded(dual(position)) === 0 ? [] : [limit.row])),
  );
  const binding = limits.filter(({ row }) => rounded(dual(row)) !== 0 || implying.has(row));
  const priced = [
    ...binding.map(({ row, ...limit }) => ({ ...limit, dual: dual(row) })),
    ...flowsOf(rows.families, dual),
  ];
  const priceAt = (bus: number, price: number, t: number): number =>
    priced
      .filter(({ hour }) => hour === t)
      .reduce((sum, limit) => sum + limit.dual * (limit.factors[bus] ?? 0), price);
  return {
    energy_usd_per_mwh: Object.fromEntries(
      islandBuses(network).map(([first = 0], island) => [
        `bus_${network.buses[first]}`,
        (energy[island] ?? []).map((price, t) => rounded(priceAt(first, price, t))),
      ]),
    ),
    reserve_usd_per_mw: bySeriesName(
      instance.case.reserves.map(({ name }) => name),
      rows.reserveRows.map((rowsOfProduct, q) =>
        rowsOfProduct.map((row, t) =>
          rounded(isInCapacity(instance.products[q]) ? withCapacity(row, t) : dual(row)),
        ),
      ),
    ),
    flow_limits: binding.map(({ line, contingency, hour, row }) => ({
      line_id: network.lines[line]?.id ?? '',
      contingency_id: contingency === null ? null : (contingencies[contingency]?.id ?? null),
      hour,
      usd_per_mwh: rounded(dual(row)),
    })),
    generator_outages: {},
    ...multipliersOf(rows.families, dual),
  };
}

const isInCapacity = (product: ReserveProduct | undefined): boolean =>
  product?.isRoot === true && !product.isDown;

/** Prices of an outline, in the order of the rows of a model. */
export function outlineMultipliers(
  prepared: PreparedCase,
  { energy, reserve }: Outline['prices'],
): Multipliers {
  const { periods } = prepared.instance;
  const parts = [...energy, ...reserve];
  const rows = parts.map((_, part) => Array.from({ length: periods }, (_hour, t) => part * periods + t));
  return toMultipliers(
    prepared,
    {
      balanceRows: rows.slice(0, energy.length),
      reserveRows: rows.slice(energy.length),
      capacityRows: [],
      families: [],
    },
    { limits: [], deliverables: [] },
    Float64Array.from(parts.flatMap((values) => [...values])),
  );
}
