/** Power that a schedule sends into each bus of the network, and the reactive power of its loads. */
import { atEnds } from '../../temporal/case/arithmetic/dc-flow.ts';
import { groupBy } from '../../temporal/case/arithmetic/group-by.ts';
import { amountAt } from '../../temporal/case/arithmetic/series.ts';
import type { AcBusData, AcSchedule } from '../../temporal/case/messages/ac-check.ts';
import type { SolvePayload } from '../../temporal/case/schema.ts';
import { add } from './ac-network.ts';
import type { Power } from './newton.ts';

/** Base of per-unit values of a case and of these computations, MVA. */
export const BASE_MVA = 100;

type AtInterval = (interval: number) => number;

interface Source {
  /** Number of its bus. */
  readonly bus: number;
  readonly mw: AtInterval;
}

/** The load of a bus. */
interface BusLoad {
  readonly bus: number;
  /** MW. */
  readonly served: AtInterval;
  readonly mvar: AtInterval;
}

/** Data of the reactive load of a bus: its own, or the defaults for all buses. */
export type ReactiveOf = (bus: number) => Pick<AcBusData, 'q_load_mvar'> & { readonly power_factor: number };

/**
 * Returns a function from interval to the power into each bus, pu, shape [buses], without the reactive power of units.
 */
export function injectionsOf(
  payload: SolvePayload,
  schedule: AcSchedule,
  buses: { readonly size: number; position(bus: number): number },
  reactiveOf: ReactiveOf,
): (interval: number) => Power {
  const sources = sourcesOf(payload, schedule);
  const loads = loadsOf(payload, schedule, reactiveOf);
  return (interval) => {
    const power = { p: new Float64Array(buses.size), q: new Float64Array(buses.size) };
    for (const { bus, mw } of sources) add(power.p, buses.position(bus), mw(interval) / BASE_MVA);
    for (const { bus, served, mvar } of loads) {
      add(power.p, buses.position(bus), -served(interval) / BASE_MVA);
      add(power.q, buses.position(bus), -mvar(interval) / BASE_MVA);
    }
    return power;
  };
}

function sourcesOf(payload: SolvePayload, schedule: AcSchedule): Source[] {
  const { generators, renewables = [], storage = [], dc_lines = [] } = payload;
  const inService = dc_lines.filter(({ in_service }) => in_service !== false);
  return [
    ...generators.map(({ name, bus }) => ({ bus, mw: seriesAt(schedule.dispatch_mw[name]) })),
    ...renewables.map(({ name, bus }) => ({ bus, mw: seriesAt(schedule.renewable_mw?.[name]) })),
    ...storage.map(({ name, bus }): Source => {
      const { charge_mw, discharge_mw } = schedule.storage?.[name] ?? {};
      return { bus, mw: (interval) => amountAt(discharge_mw, interval) - amountAt(charge_mw, interval) };
    }),
    ...inService.flatMap(({ id, from_bus, to_bus, loss_factor }): Source[] => {
      const ends = (interval: number) => atEnds(amountAt(schedule.dc_flow_mw?.[id], interval), loss_factor);
      return [
        { bus: from_bus, mw: (interval) => ends(interval)[0] },
        { bus: to_bus, mw: (interval) => ends(interval)[1] },
      ];
    }),
  ];
}

const seriesAt =
  (values: readonly number[] | undefined): AtInterval =>
  (interval) =>
    amountAt(values, interval);

/** Loads by bus. Unserved load reduces the reactive load in proportion. */
function loadsOf(payload: SolvePayload, { unserved_mw }: AcSchedule, reactiveOf: ReactiveOf): BusLoad[] {
  const atBus = groupBy(payload.loads, ({ bus }) => bus);
  return [...atBus].map(([bus, loads]) => {
    const demand: AtInterval = (interval) =>
      loads.reduce((sum, { values }) => sum + amountAt(values, interval), 0);
    const served: AtInterval = (interval) =>
      demand(interval) - amountAt(unserved_mw?.[`bus_${bus}`], interval);
    const { q_load_mvar: mvarByHour, power_factor } = reactiveOf(bus);
    const share = (interval: number) => (demand(interval) > 0 ? served(interval) / demand(interval) : 1);
    const perMw = Math.tan(Math.acos(power_factor));
    const mvar: AtInterval = mvarByHour
      ? (interval) => amountAt(mvarByHour, mvarByHour.length === 1 ? 0 : interval) * share(interval)
      : (interval) => perMw * served(interval);
    return { bus, served, mvar };
  });
}
