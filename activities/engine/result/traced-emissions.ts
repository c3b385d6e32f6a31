/**
 * Average CO2 of the power at each bus, traced along the flows by proportional sharing (Bialek, Tracing the flow of
 * electricity, IEE Proc. Gener. Transm. Distrib. 143, 1996): at a bus everything that comes in is mixed, and everything
 * that goes out has the mixture,
 *
 *     c[b] = (CO2 of units at b + sum over inflows of flow c[other end]) / (supply at b + sum of inflows)
 *
 * Renewables, bids of supply and negative loads (less their reduction) have no CO2; losses carry it like load. A storage is a load while it
 * charges: it keeps the CO2 of what it draws, and gives it back as it discharges, in proportion to the energy that it
 * takes from its store. Energy in store before the first hour has no CO2.
 */
import { rounded } from '../../../temporal/case/arithmetic/rounded.ts';
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { PreparedCase } from '../base/prepared-case.ts';

type Traced = Pick<
  SolveResult,
  | ('dispatch_mw' | 'renewable_mw' | 'bid_mw' | 'demand_response_mw' | 'recovered_mw' | 'storage')
  | ('flows_mw' | 'dc_flow_mw' | 'generator_emissions_t')
>;

/** Power below which nothing comes in, MW. */
const IDLE_MW = 1e-6;

/** Average CO2 by bus, t per MWh; null in an hour in which no power comes to the bus. */
export function tracedEmissions(
  { instance }: Pick<PreparedCase, 'instance'>,
  result: Traced,
): Record<string, (number | null)[]> {
  const { buses, network, periods, storage, case: input } = instance;
  const perHour = input.intervalsPerHour;
  /** Node of a bus: without lines, an island is one. */
  const nodeOf = (b: number): number => (network.lines.length > 0 ? b : (network.island[b] ?? 0));
  const stored = storage.map(() => 0);
  const averages = buses.map((): (number | null)[] => []);
  for (let t = 0; t < periods; t++) {
    const released = storage.map(({ name, discharge_efficiency }, s) => {
      const { discharge_mw, energy_mwh } = result.storage?.[name] ?? {};
      const withdrawn = amountAt(discharge_mw, t) / discharge_efficiency / perHour;
      return withdrawn > 0
        ? ((stored[s] ?? 0) * withdrawn) / (withdrawn + Math.max(0, amountAt(energy_mwh, t)))
        : 0;
    });
    const { mw, tonnes } = suppliesAt({ instance }, result, nodeOf, released, t);
    const rates = mixed(mw, tonnes, flowsAt({ instance }, result, nodeOf, t));
    for (const [b, hours] of averages.entries()) {
      const rate = rates[nodeOf(b)] ?? null;
      hours.push(rate === null ? null : rounded(rate));
    }
    for (const [s, { name, at }] of storage.entries()) {
      const charged = amountAt(result.storage?.[name]?.charge_mw, t) / perHour;
      stored[s] = (stored[s] ?? 0) - (released[s] ?? 0) + charged * (rates[nodeOf(at)] ?? 0);
    }
  }
  return Object.fromEntries(buses.map((bus, b) => [`bus_${bus}`, averages[b] ?? []]));
}

/** Supply of each node in an hour, MW, and its CO2, t per h. `released`: CO2 of discharge by storage, t. */
function suppliesAt(
  { instance }: Pick<PreparedCase, 'instance'>,
  { dispatch_mw, renewable_mw, bid_mw, storage, generator_emissions_t, ...demand }: Traced,
  nodeOf: (b: number) => number,
  released: readonly number[],
  t: number,
) {
  const { buses, units, renewables, bids, demandResponse, load, case: input } = instance;
  const mw = new Float64Array(buses.length);
  const tonnes = new Float64Array(buses.length);
  const add = (b: number, power: number, co2 = 0): void => {
    const node = nodeOf(b);
    mw[node] = (mw[node] ?? 0) + Math.max(0, power);
    tonnes[node] = (tonnes[node] ?? 0) + co2 * input.intervalsPerHour;
  };
  for (const { name, bus } of units)
    add(bus, amountAt(dispatch_mw[name], t), amountAt(generator_emissions_t?.[name], t));
  for (const { name, at } of renewables.slice(0, input.renewables.length))
    add(at, amountAt(renewable_mw?.[name], t));
  for (const { name, sign, blocks } of bids) {
    const at = renewables[blocks[0] ?? -1]?.at;
    if (sign > 0 && at !== undefined) add(at, amountAt(bid_mw?.[name], t));
  }
  for (const [s, { name, at }] of instance.storage.entries())
    add(at, amountAt(storage?.[name]?.discharge_mw, t), released[s]);
  const net = load.map((hours) => amountAt(hours, t));
  for (const { name, reduction } of demandResponse) {
    const b = renewables[reduction]?.at ?? -1;
    const change = amountAt(demand.recovered_mw?.[name], t) - amountAt(demand.demand_response_mw?.[name], t);
    net[b] = (net[b] ?? 0) + change;
  }
  for (const [b, power] of net.entries()) add(b, -power);
  return { mw, tonnes };
}

/** Power that leaves one node and arrives at another, MW. */
interface Flow {
  readonly from: number;
  readonly to: number;
  readonly sent: number;
  readonly arrived: number;
}

function flowsAt(
  { instance }: Pick<PreparedCase, 'instance'>,
  { flows_mw, dc_flow_mw }: Traced,
  nodeOf: (b: number) => number,
  t: number,
): Flow[] {
  const { network, dcLines } = instance;
  const lines = network.lines.map((line) => ({ ...line, loss: 0, mw: amountAt(flows_mw?.[line.id], t) }));
  const direct = dcLines.map((line) => ({ ...line, mw: amountAt(dc_flow_mw?.[line.id], t) }));
  return [...lines, ...direct]
    .map(({ from, to, loss, mw }) => ({
      from: nodeOf(mw > 0 ? from : to),
      to: nodeOf(mw > 0 ? to : from),
      sent: Math.abs(mw),
      arrived: Math.abs(mw) * (1 - loss),
    }))
    .filter(({ from, to, sent }) => sent > 0 && from !== to);
}

/** Flows in a circle are mixed by repetition; without one, the first sweep is exact. */
const MOST_SWEEPS = 10_000;
const EXACT = 1e-12;

/** CO2 of the mixture at each node, t per MWh; null where nothing comes in. */
function mixed(mw: Float64Array, tonnes: Float64Array, flows: readonly Flow[]): (number | null)[] {
  const incoming = Array.from(mw, (): Flow[] => []);
  for (const flow of flows) incoming[flow.to]?.push(flow);
  const rates = new Float64Array(mw.length);
  const total = mw.map((supply, node) =>
    (incoming[node] ?? []).reduce((sum, { arrived }) => sum + arrived, supply),
  );
  const order = downstream(mw.length, flows);
  for (let sweep = 0, change = Infinity; change > EXACT && sweep < MOST_SWEEPS; sweep++) {
    change = 0;
    for (const node of order) {
      const power = total[node] ?? 0;
      if (power <= IDLE_MW) continue;
      const co2 = (incoming[node] ?? []).reduce(
        (sum, { from, sent }) => sum + sent * (rates[from] ?? 0),
        tonnes[node] ?? 0,
      );
      change = Math.max(change, Math.abs(co2 / power - (rates[node] ?? 0)));
      rates[node] = co2 / power;
    }
  }
  return Array.from(rates, (rate, node) => ((total[node] ?? 0) > IDLE_MW ? rate : null));
}

/** Nodes in an order in which power flows forward, except in circles (Kahn, Topological sorting, 1962). */
function downstream(nodes: number, flows: readonly Flow[]): number[] {
  const outgoing = Array.from({ length: nodes }, (): number[] => []);
  const waiting = new Int32Array(nodes);
  for (const { from, to } of flows) {
    outgoing[from]?.push(to);
    waiting[to] = (waiting[to] ?? 0) + 1;
  }
  const order = [...waiting.keys()].filter((node) => waiting[node] === 0);
  for (const node of order)
    for (const to of outgoing[node] ?? []) {
      waiting[to] = (waiting[to] ?? 0) - 1;
      if (waiting[to] === 0) order.push(to);
    }
  return [...order, ...[...waiting.keys()].filter((node) => (waiting[node] ?? 0) > 0)];
}
