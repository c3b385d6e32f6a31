/**
 * The duals of the relaxation as multipliers, from which the verifier computes a bound of its own. Capacity rows follow
 * from balance and upward reserve together with the limits of single units, which the verifier keeps: their duals go to both.
 * Limits that bind through what they leave of the output of a unit alone are named with 0. What other rows hold that
 * only tighten the relaxation is left out; the bound is the weaker for it.
 */
import type { Multipliers } from '../../../temporal/case/messages/result.ts';
import { islandBuses } from '../../network/network.ts';
import { multipliersOf } from '../../uc/formulation/families.ts';
import type { Formulation } from '../../uc/formulation/index.ts';
import { meritOrderPrices } from '../../uc/merit-order.ts';
import { bySeriesName } from '../../uc/schedule.ts';
import type { PreparedCase } from '../base/prepared-case.ts';
import type { SecureModel } from '../model/secure-model.ts';

export type RelaxedRows = Pick<Formulation, 'balanceRows' | 'reserveRows' | 'capacityRows' | 'families'>;
type PricedLimits = Pick<SecureModel, 'limits' | 'deliverables'>;

const round6 = (value: number): number => Math.round(value * 1e6) / 1e6 + 0;

/** `duals`: by row of the model; undefined = energy at its price by merit order, all else for nothing. */
export function toMultipliers(
  prepared: PreparedCase,
  rows: RelaxedRows,
  { limits, deliverables }: PricedLimits,
  duals: Float64Array | undefined,
): Multipliers {
  const { instance, contingencies } = prepared;
  const { network, payload, periods } = instance;
  const dual = (row: number | undefined): number => duals?.[row ?? -1] ?? 0;
  const capacity = Array.from({ length: periods }, (_, t) => dual(rows.capacityRows[t]));
  const withCapacity = (row: number, t: number): number => dual(row) + (capacity[t] ?? 0);
  const energy = duals ? rows.balanceRows.map((own) => own.map(withCapacity)) : meritOrderPrices(instance);
  const implying = new Set(
    deliverables.flatMap(({ position, limit }) => (round6(dual(position)) === 0 ? [] : [limit.row])),
  );
  const binding = limits.filter(({ row }) => round6(dual(row)) !== 0 || implying.has(row));
  const priceAt = (bus: number, price: number, t: number): number =>
    binding
      .filter(({ hour }) => hour === t)
      .reduce((sum, { row, factors }) => sum + dual(row) * (factors[bus] ?? 0), price);
  return {
    energy_usd_per_mwh: Object.fromEntries(
      islandBuses(network).map(([first = 0], island) => [
        `bus_${network.buses[first]}`,
        (energy[island] ?? []).map((price, t) => round6(priceAt(first, price, t))),
      ]),
    ),
    reserve_usd_per_mw: bySeriesName(
      (payload.reserves ?? []).map(({ name }) => name),
      rows.reserveRows.map((own, q) =>
        own.map((row, t) => round6(instance.products[q]?.isDown ? dual(row) : withCapacity(row, t))),
      ),
    ),
    flow_limits: binding.map(({ line, contingency, hour, row }) => ({
      line_id: network.lines[line]?.id ?? '',
      contingency_id: contingency === null ? null : (contingencies[contingency]?.id ?? null),
      hour,
      usd_per_mwh: round6(dual(row)),
    })),
    generator_outages: {},
    ...multipliersOf(rows.families, dual),
  };
}
