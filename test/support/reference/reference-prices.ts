/** Prices of the reference from the duals of its dispatch, in the shape of a result. */
import type { Line } from '../../../temporal/messages/network.ts';
import type { SolvePayload } from '../../../temporal/messages/payload.ts';
import type { BindingConstraint, SolveResult } from '../../../temporal/messages/result.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { busesOf, busKey, islandOf, loadAt, networkOf } from './network-rows.ts';
import type { Solved } from './reference-result.ts';

type ReferencePrices = Pick<
  SolveResult,
  | 'lmp'
  | 'lmp_components'
  | 'binding_constraints'
  | 'reserve_price_usd_per_mw'
  | 'generator_outage_price_usd_per_mw'
>;

export function toPrices(payload: SolvePayload, jobType: JobType, solved: Solved): ReferencePrices {
  const network = networkOf(payload, jobType);
  const buses = busesOf(payload, network);
  const lmp = nodalPrices(payload, network, solved, buses);
  const hours = Array.from({ length: payload.horizon }, (_, hour) => hour);
  const ofRow = (row: (hour: number) => string) => hours.map((hour) => Math.max(0, solved.dual(row(hour))));
  const outages = [...(payload.contingencies ?? []).entries()].filter(
    ([, { enabled, generators }]) => enabled !== false && generators?.length,
  );
  return {
    lmp,
    lmp_components: components(payload, network, buses, lmp),
    binding_constraints: bindings(payload, solved),
    reserve_price_usd_per_mw: Object.fromEntries(
      [...(payload.reserves ?? []).entries()].map(([q, { name }]) => [
        name,
        ofRow((hour) => `reserve_${q}_${hour}`),
      ]),
    ),
    ...(jobType === 'scuc' && {
      generator_outage_price_usd_per_mw: Object.fromEntries(
        outages.map(([position, { id }]) => [id, ofRow((hour) => `headroom_${position}_${hour}`)]),
      ),
    }),
  };
}

/** What one more MW of load costs at a bus, summed over all its balance rows, one for each picture of the network. */
function nodalPrices(
  { horizon }: SolvePayload,
  network: readonly Line[],
  solved: Solved,
  buses: readonly number[],
): Record<string, number[]> {
  const totals = new Map<string, number>();
  for (const row of solved.rows) {
    const [, key] = /^balance_[a-z0-9]+_(m?\d+_\d+)$/.exec(row) ?? [];
    if (key) totals.set(key, (totals.get(key) ?? 0) + solved.dual(row));
  }
  const priceAt = (bus: number, hour: number): number =>
    network.length > 0 ? (totals.get(`${busKey(bus)}_${hour}`) ?? 0) : solved.dual(`balance_${hour}`);
  return Object.fromEntries(
    buses.map((bus) => [`bus_${bus}`, Array.from({ length: horizon }, (_, hour) => priceAt(bus, hour))]),
  );
}

/** The energy price of an island is that of its load: the mean weighted with the load, or of all buses without load. */
function components(
  payload: SolvePayload,
  network: readonly Line[],
  buses: readonly number[],
  lmp: Record<string, number[]>,
): SolveResult['lmp_components'] {
  const colour = islandOf(
    buses,
    network.filter((line) => line.in_service !== false),
  );
  const isWith = (bus: number) => (other: number) =>
    network.length === 0 || colour.get(other) === colour.get(bus);
  const energyAt = (bus: number, hour: number): number => {
    const members = buses.filter(isWith(bus));
    const load = members.reduce((sum, other) => sum + loadAt(payload, other, hour), 0);
    const weight = (other: number) => (load > 0 ? loadAt(payload, other, hour) / load : 1 / members.length);
    return members.reduce((sum, other) => sum + weight(other) * (lmp[`bus_${other}`]?.[hour] ?? 0), 0);
  };
  return Object.fromEntries(
    buses.map((bus) => {
      const prices = lmp[`bus_${bus}`] ?? [];
      const energy = prices.map((_, hour) => energyAt(bus, hour));
      const congestion = prices.map((price, hour) => price - (energy[hour] ?? 0));
      return [`bus_${bus}`, { energy, congestion, loss: prices.map(() => 0) }];
    }),
  );
}

/** Flow limits with a dual; at most 0 above a limit, at least 0 below minus a limit. */
function bindings(payload: SolvePayload, solved: Solved): BindingConstraint[] {
  const lines = payload.transmission_lines ?? [];
  const enabled = (payload.contingencies ?? []).filter((contingency) => contingency.enabled !== false);
  return solved.rows.flatMap((row): BindingConstraint[] => {
    const [, side, flow, picture, line, hour] = /^(above|below)_(f_(base|c\d+)_(\d+)_(\d+))$/.exec(row) ?? [];
    const dual = solved.dual(row);
    const found = lines[Number(line)];
    if (!found || !flow || !picture || dual === 0) return [];
    const rating = found.rating_mw || 0;
    return [
      {
        line_id: found.id,
        contingency_id: picture === 'base' ? null : (enabled[Number(picture.slice(1))]?.id ?? null),
        hour: Number(hour),
        flow_mw: solved.value(flow),
        limit_mw: picture === 'base' ? rating : found.emergency_rating_mw || rating,
        shadow_price_usd_per_mwh: side === 'above' ? dual : -dual,
      },
    ];
  });
}
