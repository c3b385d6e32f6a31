/** Figures of loads, reserves and lines of a schedule by hour, and the balance of all payments and earnings. */

import { angleCost, atEnds, flowCost } from '../arithmetic/dc-flow.ts';
import { demandSide } from '../arithmetic/demand-side.ts';
import { earnedPrice } from '../arithmetic/reserve-providers.ts';
import { shortfallCost } from '../arithmetic/reserve-shortfall.ts';
import { amountAt, numberAt, sum, type Varied, valueAt } from '../arithmetic/series.ts';
import { unservedCosts } from '../arithmetic/shedding.ts';
import type { BindingConstraint, SolveResult } from '../messages/result.ts';
import type { BusFigures, LineFigures, ReserveFigures, SystemFigures } from '../messages/window-part.ts';
import type { SolvePayload } from '../schema.ts';
import { type ByName, firstHours, type Hourly } from './unit-figures.ts';

/** Bus number -> figures, for buses with load. */
export function busFigures({ loads }: SolvePayload, result: SolveResult, hours: number): ByName<BusFigures> {
  const buses = [...new Set(loads.map(({ bus }) => bus))];
  return new Map(
    buses.map((bus) => {
      const busLoads = loads.filter((load) => load.bus === bus);
      const load = Array.from({ length: hours }, (_, t) =>
        busLoads.reduce((mw, { values }) => mw + amountAt(values, t), 0),
      );
      const unserved = firstHours(result.unserved_mw?.[`bus_${bus}`], hours);
      const price = result.lmp[`bus_${bus}`];
      const paid = load.map((mw, t) => (mw - amountAt(unserved, t)) * amountAt(price, t));
      return [String(bus), { load_mwh: load, unserved_mwh: unserved, load_payment_usd: paid }];
    }),
  );
}

/** Reserve product -> figures. */
export function reserveFigures(
  { reserves = [] }: SolvePayload,
  result: SolveResult,
  hours: number,
): ByName<ReserveFigures> {
  return new Map(
    reserves.map((product) => {
      const { name, mw } = product;
      const providers = Object.values(result.reserve_mw?.[name] ?? {});
      const provided = Array.from({ length: hours }, (_, t) =>
        providers.reduce((sum, series) => sum + amountAt(series, t), 0),
      );
      const shortage = firstHours(result.reserve_shortfall_mw?.[name], hours);
      const prices = result.reserve_price_usd_per_mw;
      return [
        name,
        {
          required_mwh: provided.map((_, t) => (typeof mw === 'number' ? mw : amountAt(mw, t))),
          held_mwh: provided,
          shortage_mwh: shortage,
          short_hours: shortage.map((missing) => (missing > 0 ? 1 : 0)),
          payment_usd: provided.map((sum, t) => sum * earnedPrice(reserves, prices, product, t)),
        },
      ];
    }),
  );
}

/** Line -> figures, for AC lines, then DC lines. */
export function lineFigures(payload: SolvePayload, result: SolveResult, hours: number): ByName<LineFigures> {
  const binding = new Map<string, BindingConstraint[]>();
  for (const constraint of result.binding_constraints) {
    if (constraint.hour >= hours) continue;
    const limitsOfLine = binding.get(constraint.line_id);
    if (limitsOfLine) limitsOfLine.push(constraint);
    else binding.set(constraint.line_id, [constraint]);
  }
  const { transmission_lines = [], dc_lines = [], phase_shifters = [] } = payload;
  const shifters = new Map(phase_shifters.map((item) => [item.line, item]));
  const angleCosts = (id: string) => {
    const shifter = shifters.get(id);
    if (!shifter?.cost_usd_per_deg_h) return {};
    const angles = firstHours(result.phase_shift_deg?.[id], hours);
    return { energy_usd: angles.map((degrees) => angleCost(shifter, [degrees])) };
  };
  const prices = result.lmp;
  return new Map<string, Hourly<LineFigures>>([
    ...transmission_lines.map(({ id }): [string, Hourly<LineFigures>] => [
      id,
      {
        ...ofBinding(binding.get(id) ?? [], hours),
        overflow_mwh: firstHours(result.overflow_mw?.[id], hours),
        ...angleCosts(id),
      },
    ]),
    ...dc_lines.map((line): [string, Hourly<LineFigures>] => {
      const { id, from_bus, to_bus, p_min_mw, p_max_mw, loss_factor, cost_usd_per_mwh } = line;
      const flow = firstHours(result.dc_flow_mw?.[id], hours);
      const rentAt = (mw: number, t: number): number => {
        const [from, to] = atEnds(mw, loss_factor);
        return from * amountAt(prices[`bus_${from_bus}`], t) + to * amountAt(prices[`bus_${to_bus}`], t);
      };
      const usd = flowCost(line, [1]);
      // True if one more MW in the direction of `step` would have a value. A line at its limit between buses with equal
      // prices is therefore not binding.
      const gains = (mw: number, step: 1 | -1, t: number): boolean =>
        (mw * step >= 0 ? rentAt(step, t) - usd : usd - rentAt(-step, t)) > CENT;
      const binds = flow.map((mw, t) => {
        const isFull = mw > (valueAt(p_max_mw, t) ?? Infinity) - FULL_WITHIN_MW && gains(mw, 1, t);
        return isFull || (mw < (valueAt(p_min_mw, t) ?? -Infinity) + FULL_WITHIN_MW && gains(mw, -1, t))
          ? 1
          : 0;
      });
      const cost = cost_usd_per_mwh && { energy_usd: flow.map((mw) => flowCost(line, [mw])) };
      const rent = flow.map(rentAt);
      return [
        id,
        { binding_hours: binds, congestion_rent_usd: rent, overflow_mwh: flow.map(() => 0), ...cost },
      ];
    }),
  ]);
}

/** Tolerance within which a flow counts as at its limit, MW; solvers err by less. */
const FULL_WITHIN_MW = 1e-3;
/** Price differences below this are rounding, $/MWh. */
const CENT = 0.01;

/**
 * Figures of AC lines that bind. If a line binds after several contingencies in one hour, the hour counts once, and the
 * rents are added. The rent is computed from the flow due to injections, because flow due to phase shifts is not paid
 * for.
 */
function ofBinding(constraints: readonly BindingConstraint[], hours: number) {
  const binding_hours = new Array<number>(hours).fill(0);
  const congestion_rent_usd = new Array<number>(hours).fill(0);
  for (const { hour, flow_mw, shift_flow_mw = 0, shadow_price_usd_per_mwh: price } of constraints) {
    binding_hours[hour] = 1;
    congestion_rent_usd[hour] = amountAt(congestion_rent_usd, hour) - price * (flow_mw - shift_flow_mw);
  }
  return { binding_hours, congestion_rent_usd };
}

/** Least amount that counts as load not served, MW; smaller amounts are errors of the solver. */
const SHED_FROM_MW = 1e-3;

/** Figures of the whole system. */
export function systemFigures(
  payload: SolvePayload,
  result: SolveResult,
  hours: number,
): Hourly<SystemFigures> {
  const { reserves = [], transmission_lines = [], interfaces = [] } = payload;
  const costOf = unservedCosts(payload);
  const priced = (items: readonly (readonly [Varied | undefined, readonly number[] | undefined])[]) =>
    Array.from({ length: hours }, (_, t) =>
      items.reduce((usd, [price = 0, mw]) => usd + numberAt(price, t) * amountAt(mw, t), 0),
    );
  const shed = Object.values(result.unserved_mw ?? {});
  const prices = Object.values(result.lmp);
  return {
    unserved_usd: Array.from({ length: hours }, (_, t) =>
      sum(Object.entries(result.unserved_mw ?? {}).map(([bus, mw]) => costOf(bus, t, amountAt(mw, t)).usd)),
    ),
    reserve_shortage_usd: Array.from({ length: hours }, (_, t) =>
      sum(
        reserves.map((product) =>
          shortfallCost(product, [amountAt(result.reserve_shortfall_mw?.[product.name], t)]),
        ),
      ),
    ),
    overflow_usd: priced([
      ...transmission_lines.map(
        ({ id, penalty_usd_per_mwh: usd }) => [usd, result.overflow_mw?.[id]] as const,
      ),
      ...interfaces.map(
        ({ id, penalty_usd_per_mwh: usd }) => [usd, result.interface_overflow_mw?.[id]] as const,
      ),
    ]),
    ...demandFigures(payload, result, hours),
    losses_mwh: lostPower(payload, result, hours),
    loss_rent_usd: lossRent(payload, result, hours),
    hours_without_prices: Array.from({ length: hours }, (_, t) =>
      prices.some((of) => of[t] !== undefined) ? 0 : 1,
    ),
    unserved_hours: Array.from({ length: hours }, (_, t) =>
      shed.some((mw) => amountAt(mw, t) > SHED_FROM_MW) ? 1 : 0,
    ),
  };
}

/** Cost and value of bids and demand response; empty without them. */
function demandFigures(
  payload: SolvePayload,
  result: SolveResult,
  hours: number,
): Pick<Hourly<SystemFigures>, 'energy_usd' | 'bid_value_usd'> {
  const demand = demandSide(payload, result, hours);
  if (demand.length === 0) return {};
  const total = (amount: 'cost_usd' | 'value_usd'): number[] =>
    Array.from({ length: hours }, (_, t) => sum(demand.map((item) => amountAt(item[amount], t))));
  return { energy_usd: total('cost_usd'), bid_value_usd: total('value_usd') };
}

/** Earnings of bids and demand response at the prices of their buses, less what accepted demand pays, $ by hour. */
export const demandEarnings = (payload: SolvePayload, result: SolveResult, hours: number): number[][] =>
  demandSide(payload, result, hours).map(({ bus, mw }) =>
    mw.map((power, t) => power * amountAt(result.lmp[`bus_${bus}`], t)),
  );

/** Losses in AC and DC lines, MW. */
function lostPower({ dc_lines = [] }: SolvePayload, result: SolveResult, hours: number): number[] {
  const lossy = dc_lines.filter(({ loss_factor }) => loss_factor);
  return firstHours(result.losses_mw, hours).map((mw, t) =>
    lossy.reduce((all, { id, loss_factor = 0 }) => {
      return all + loss_factor * Math.abs(amountAt(result.dc_flow_mw?.[id], t));
    }, mw),
  );
}

/**
 * Payments for losses, $: payments for the energy and loss components of prices. Without losses the injections sum to
 * 0, and these payments are 0. Losses are drawn from the load, which is also the price reference of a run; congestion
 * is 0 on average there, so losses pay no congestion.
 */
const lossRent = (payload: SolvePayload, result: SolveResult, hours: number): number[] =>
  paymentsFor(({ energy, loss }, t) => amountAt(energy, t) + amountAt(loss, t), payload, result, hours);

/**
 * Rents of interfaces, $: payments for congestion, minus the rents `lineRents` of AC lines, in the hours in which an
 * interface has a price.
 */
export function interfaceRents(
  payload: SolvePayload,
  result: SolveResult,
  hours: number,
  lineRents: readonly number[],
): number[] {
  const prices = Object.values(result.interface_shadow_price_usd_per_mwh ?? {});
  if (prices.length === 0) return new Array<number>(hours).fill(0);
  const payments = paymentsFor(({ congestion }, t) => amountAt(congestion, t), payload, result, hours);
  return payments.map((usd, t) =>
    prices.some((price) => amountAt(price, t) !== 0) ? usd - amountAt(lineRents, t) : 0,
  );
}

type PriceParts = SolveResult['lmp_components'][string];

/** Payments for a component of the prices, $: minus the component times the injection, summed over the buses. */
function paymentsFor(
  component: (parts: PriceParts, hour: number) => number,
  payload: SolvePayload,
  result: SolveResult,
  hours: number,
): number[] {
  const rent = new Array<number>(hours).fill(0);
  const pay = (bus: number, values: readonly number[] | undefined, sign: 1 | -1): void => {
    const parts = result.lmp_components[`bus_${bus}`];
    if (!parts || !values) return;
    for (let t = 0; t < hours; t++)
      rent[t] = amountAt(rent, t) - sign * component(parts, t) * amountAt(values, t);
  };
  for (const { name, bus } of payload.generators) pay(bus, result.dispatch_mw[name], 1);
  for (const { name, bus } of payload.renewables ?? []) pay(bus, result.renewable_mw?.[name], 1);
  for (const { name, bus } of payload.storage ?? []) {
    pay(bus, result.storage?.[name]?.discharge_mw, 1);
    pay(bus, result.storage?.[name]?.charge_mw, -1);
  }
  for (const { bus, values } of payload.loads) pay(bus, values, -1);
  for (const { bus, mw } of demandSide(payload, result, hours)) pay(bus, mw, 1);
  for (const [bus, mw] of Object.entries(result.unserved_mw ?? {}))
    pay(Number(bus.slice('bus_'.length)), mw, 1);
  for (const { id, from_bus, to_bus, loss_factor } of payload.dc_lines ?? []) {
    const ends = result.dc_flow_mw?.[id]?.map((mw) => atEnds(mw, loss_factor));
    pay(
      from_bus,
      ends?.map(([from]) => from),
      1,
    );
    pay(
      to_bus,
      ends?.map(([, to]) => to),
      1,
    );
  }
  return rent;
}
