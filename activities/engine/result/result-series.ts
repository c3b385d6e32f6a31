/** The series of a result, with the names and in the units of the payload, and the flow limits that bind. */
import { isHard } from '../../../temporal/case/arithmetic/reserve-shortfall.ts';
import { rounded } from '../../../temporal/case/arithmetic/rounded.ts';
import { largestOf } from '../../../temporal/case/arithmetic/series.ts';
import type {
  BindingConstraint,
  Series,
  SolveResult,
  StorageSchedule,
} from '../../../temporal/case/messages/result.ts';
import type { Network } from '../../network/network.ts';
import type { ShiftFactors } from '../../network/shift-factors.ts';
import type { Instance, PlacedBid, PlacedDemandResponse } from '../../uc/instance.ts';
import { bySeriesName, type Schedule, startsOf } from '../../uc/schedule.ts';
import type { PreparedCase } from '../base/prepared-case.ts';
import type { ModelledLimit } from '../model/model-rows.ts';
import { curtailed } from './curtailment.ts';

export function scheduleSeries(
  { instance, factors }: PreparedCase,
  schedule: Schedule,
  injections: readonly Float64Array[],
  overflow: Record<string, number[]>,
) {
  const { units, storage, dcLines, buses, jobType, network, mayShed } = instance;
  const { renewables } = instance.case;
  const names = units.map(({ name }) => name);
  const products = instance.case.reserves;
  const loaded = new Set(instance.case.loads.map(({ bus }) => bus));
  const starts = units.map(({ onBefore }, g) => startsOf(onBefore, schedule.on[g]));
  const soft = products.flatMap((product, q) => (isHard(product) ? [] : [q]));
  const outputs = bySeriesName(
    renewables.map(({ name }) => name),
    schedule.renewable,
  );
  return {
    commitment: bySeriesName(names, schedule.on),
    dispatch_mw: bySeriesName(names, schedule.output),
    startup: jobType === 'ed' ? {} : bySeriesName(names, starts),
    ...(renewables.length > 0 && {
      renewable_mw: outputs,
      curtailment_mw: Object.fromEntries(
        renewables.map((item) => [item.name, curtailed(item, outputs[item.name] ?? [])]),
      ),
    }),
    ...demandSeries(instance, schedule),
    ...(products.length > 0 && {
      reserve_mw: Object.fromEntries(
        products.map(({ name }, q) => [name, reserveSeries(instance, schedule, q)]),
      ),
    }),
    ...(soft.length > 0 && {
      reserve_shortfall_mw: Object.fromEntries(
        soft.map((q) => [products[q]?.name ?? '', [...(schedule.shortfall[q] ?? [])]]),
      ),
    }),
    ...(storage.length > 0 && {
      storage: Object.fromEntries(
        schedule.storage.map((series, s): [string, StorageSchedule] => [storage[s]?.name ?? '', series]),
      ),
    }),
    ...(mayShed && {
      unserved_mw: Object.fromEntries(
        [...buses.entries()]
          .filter(([, bus]) => loaded.has(bus))
          .map(([b, bus]) => [`bus_${bus}`, [...(schedule.unserved[b] ?? [])]]),
      ),
    }),
    ...(factors && { flows_mw: flowSeries(network, factors, injections) }),
    ...(dcLines.length > 0 && {
      dc_flow_mw: bySeriesName(
        dcLines.map(({ id }) => id),
        schedule.dcFlow ?? [],
      ),
    }),
    ...(network.shifters.length > 0 && {
      phase_shift_deg: bySeriesName(
        network.shifters.map(({ line }) => network.lines[line]?.id ?? ''),
        schedule.angles ?? [],
      ),
    }),
    ...(instance.lossShares && {
      losses_mw: injections.map((_, t) => rounded(schedule.losses.reduce((mw, at) => mw + (at[t] ?? 0), 0))),
    }),
    ...(Object.keys(overflow).length > 0 && { overflow_mw: overflow }),
  };
}

/** Accepted bids, and reduced and recovered load. */
const demandSeries = ({ bids, demandResponse }: Instance, schedule: Schedule) => ({
  ...(bids.length > 0 && {
    bid_mw: Object.fromEntries(bids.map((bid) => [bid.name, acceptedPower(bid, schedule)])),
  }),
  ...(demandResponse.length > 0 && {
    demand_response_mw: powersOf(demandResponse, ({ reduction }) => schedule.renewable[reduction] ?? []),
    recovered_mw: powersOf(demandResponse, ({ recovery }) =>
      (schedule.renewable[recovery] ?? []).map((mw) => 0 - mw),
    ),
  }),
});

const powersOf = (
  items: readonly PlacedDemandResponse[],
  mw: (item: PlacedDemandResponse) => readonly number[],
): Record<string, number[]> => Object.fromEntries(items.map((item) => [item.name, [...mw(item)]]));

/** Accepted power over all blocks of a bid, MW. */
const acceptedPower = ({ sign, blocks }: PlacedBid, { on, renewable }: Schedule): number[] =>
  Array.from({ length: on[0]?.length ?? 0 }, (_, t) =>
    rounded(blocks.reduce((mw, i) => mw + sign * (renewable[i]?.[t] ?? 0), 0)),
  );

/** Amount of a reserve product that each provider gives, MW. */
function reserveSeries(
  { units, storage, renewables, products }: Instance,
  schedule: Schedule,
  q: number,
): Series {
  const product = products[q];
  const byProvider = <Item extends { readonly name: string }>(
    items: readonly Item[],
    positions: readonly number[] | undefined,
    series: readonly (readonly number[])[] | undefined,
  ): Series =>
    Object.fromEntries((positions ?? []).map((i) => [items[i]?.name ?? '', [...(series?.[i] ?? [])]]));
  const givers = [...units.keys()].filter((g) => largestOf(units[g]?.reserveMost[q]) > 0);
  return {
    ...byProvider(units, givers, schedule.reserve[q]),
    ...byProvider(storage, product?.storage, schedule.storageReserve[q]),
    ...byProvider(renewables, product?.renewables, schedule.renewableReserve[q]),
  };
}

/** Flow without an outage, by line and hour, MW. */
function flowSeries({ lines }: Network, factors: ShiftFactors, injections: readonly Float64Array[]): Series {
  const flows = injections.map((mw) => factors.flows(mw));
  return bySeriesName(
    lines.map(({ id }) => id),
    lines.map((_, line) => flows.map((hour) => rounded(hour[line] ?? 0))),
  );
}

/** Flow on the line of a limit, MW, of injections from position `first` on. */
function flow(injection: Float64Array, { factors, offset }: ModelledLimit, first = 0): number {
  let mw = offset;
  for (let b = first; b < factors.length; b++) mw += (factors[b] ?? 0) * (injection[b] ?? 0);
  return mw;
}

/**
 * Binding flow limits. A limit binds if its price is not zero, or if its flow is within 0.1 % of the limit. `rowDual`:
 * by row of the model, $/MWh.
 */
export function bindingConstraints(
  { instance, contingencies }: PreparedCase,
  injections: readonly Float64Array[],
  overflow: Record<string, number[]>,
  limits: readonly ModelledLimit[],
  rowDual: Float64Array,
): BindingConstraint[] {
  return limits.flatMap((limit): BindingConstraint[] => {
    const dual = rowDual[limit.row] ?? 0;
    const injection = injections[limit.hour] ?? new Float64Array();
    const flow_mw = flow(injection, limit);
    const shift_flow_mw = rounded(flow(injection, limit, instance.buses.length));
    const line_id = instance.network.lines[limit.line]?.id ?? '';
    const allowed = limit.limit + (overflow[line_id]?.[limit.hour] ?? 0);
    if (Math.abs(dual) <= 1e-6 && Math.abs(flow_mw) < 0.999 * allowed) return [];
    return [
      {
        line_id,
        contingency_id: limit.contingency === null ? null : (contingencies[limit.contingency]?.id ?? null),
        hour: limit.hour,
        flow_mw: rounded(flow_mw),
        ...(shift_flow_mw !== 0 && { shift_flow_mw }),
        limit_mw: limit.limit,
        shadow_price_usd_per_mwh: rounded(dual),
      },
    ];
  });
}

/**
 * Converts a result per interval (uc/instance.ts) to the units of its payload: prices to $/MWh, prices of reserve and
 * headroom to $/MW per hour, energy to MWh. Powers, tonnes and costs are the same in both. Returns the result itself if
 * the intervals are hours.
 */
export function inPayloadUnits<Result extends Omit<SolveResult, 'certificate'>>(
  result: Result,
  intervalsPerHour: number,
): Result {
  if (intervalsPerHour === 1) return result;
  const price = (value: number): number => rounded(value * intervalsPerHour);
  const prices = (values: readonly number[]): number[] => values.map(price);
  const energy = (values: readonly number[]): number[] =>
    values.map((mwh) => rounded(mwh / intervalsPerHour));
  const { reserve_price_usd_per_mw, generator_outage_price_usd_per_mw, storage, multipliers } = result;
  const { energy_limit_price_usd_per_mwh: limits, cycle_limit_price_usd_per_mwh: cycles } = result;
  const { interface_shadow_price_usd_per_mwh: interfaces } = result;
  return {
    ...result,
    lmp: eachOf(result.lmp, prices),
    lmp_components: eachOf(result.lmp_components, (parts) => ({
      energy: prices(parts.energy),
      congestion: prices(parts.congestion),
      loss: prices(parts.loss),
    })),
    binding_constraints: result.binding_constraints.map((binding) => ({
      ...binding,
      shadow_price_usd_per_mwh: price(binding.shadow_price_usd_per_mwh),
    })),
    ...(reserve_price_usd_per_mw && { reserve_price_usd_per_mw: eachOf(reserve_price_usd_per_mw, prices) }),
    ...(generator_outage_price_usd_per_mw && {
      generator_outage_price_usd_per_mw: eachOf(generator_outage_price_usd_per_mw, prices),
    }),
    ...(interfaces && { interface_shadow_price_usd_per_mwh: eachOf(interfaces, prices) }),
    ...(limits && { energy_limit_price_usd_per_mwh: eachOf(limits, exact(intervalsPerHour)) }),
    ...(cycles && { cycle_limit_price_usd_per_mwh: eachOf(cycles, exact(intervalsPerHour)) }),
    ...(storage && {
      storage: eachOf(storage, (hours) => ({ ...hours, energy_mwh: energy(hours.energy_mwh) })),
    }),
    ...(multipliers && { multipliers: multipliersIn(multipliers, price, exact(intervalsPerHour)) }),
  };
}

/** Multipliers are not rounded, because they are multiplied by many MWh. */
const exact =
  (factor: number) =>
  (values: readonly number[]): number[] =>
    values.map((value) => value * factor);

function multipliersIn(
  multipliers: NonNullable<SolveResult['multipliers']>,
  price: (value: number) => number,
  exact: (values: readonly number[]) => number[],
): NonNullable<SolveResult['multipliers']> {
  const series = (all: Series): Series => eachOf(all, (values) => values.map(price));
  const { energy_limits_usd_per_mwh: limits, cycle_limits_usd_per_mwh: cycles } = multipliers;
  const { interfaces_usd_per_mwh: interfaces } = multipliers;
  return {
    ...multipliers,
    ...(interfaces && { interfaces_usd_per_mwh: series(interfaces) }),
    ...(limits && { energy_limits_usd_per_mwh: eachOf(limits, exact) }),
    ...(cycles && { cycle_limits_usd_per_mwh: eachOf(cycles, exact) }),
    energy_usd_per_mwh: series(multipliers.energy_usd_per_mwh),
    reserve_usd_per_mw: series(multipliers.reserve_usd_per_mw),
    generator_outages: series(multipliers.generator_outages),
    flow_limits: multipliers.flow_limits.map((limit) => ({
      ...limit,
      usd_per_mwh: price(limit.usd_per_mwh),
    })),
  };
}

const eachOf = <From, To>(
  byName: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(byName).map(([name, value]) => [name, change(value)]));
