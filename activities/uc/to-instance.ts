/**
 * Converts a case to an instance. The commitment bounds of each unit follow from its limits of starts and stops, its
 * minimum times and its initial status.
 */
import { groupBy } from '../../temporal/case/arithmetic/group-by.ts';
import { shortfallSteps } from '../../temporal/case/arithmetic/reserve-shortfall.ts';
import { amountAt, isSteady } from '../../temporal/case/arithmetic/series.ts';
import { startupTiers } from '../../temporal/case/arithmetic/unit-cost.ts';
import type { JobType } from '../../temporal/solvers.ts';
import type { Case, CaseGenerator } from '../case/case.ts';
import { commitmentBounds } from '../case/commitment-bounds.ts';
import { demandResources } from '../case/read-bid.ts';
import { sheddableLoads } from '../case/shedding.ts';
import type { Network } from '../network/network.ts';
import type { ShiftFactors } from '../network/shift-factors.ts';
import { hourlyCost } from './cost.ts';
import type { Instance, Positioned, Unit } from './instance.ts';
import { lossShares } from './losses.ts';
import { placeInterfaces } from './place-interfaces.ts';
import { quickStart, reserveMost, reserveProducts } from './reserve-products.ts';
import { heldBounds, isFreeToIdle, switchHours, switchLimit } from './switch-limits.ts';

/** Makes the instance. `factors`: shift factors of the network; if undefined, interfaces contain no flows of lines. */
export function toInstance(source: Case, network: Network, factors?: ShiftFactors): Instance {
  const { jobType, horizon: periods, relaxed, generators, loads, reserves } = source;
  const hours = Array.from({ length: periods }, (_, t) => t);
  const load = network.buses.map(() => hours.map(() => 0));
  for (const { bus, values } of loads) {
    const row = load[network.position(bus)] ?? [];
    for (const t of hours) row[t] = (row[t] ?? 0) + (values[t] ?? 0);
  }
  const shares = source.losses && network.lines.length > 0 ? lossShares(network, load, periods) : undefined;
  const place = <T extends { bus: number }>(items: readonly T[]): Positioned<T>[] =>
    items.map((item) => ({ ...item, at: network.position(item.bus) }));
  return {
    case: source,
    jobType,
    periods,
    relaxed,
    units: generators.map((g) => ({
      ...toUnit(g, source, network.position(g.bus)),
      reserveMost: reserveMost(source, g),
    })),
    buses: network.buses,
    load,
    renewables: place([...source.renewables, ...demandResources(source)]),
    ...placedDemand(source),
    storage: place(source.storage),
    dcLines: source.dc_lines.map((line) => ({
      id: line.id,
      from: network.position(line.from_bus),
      to: network.position(line.to_bus),
      least: line.p_min_mw,
      most: line.p_max_mw,
      loss: line.loss_factor,
      cost: line.cost_usd_per_mwh,
      rampUp: line.ramp_up,
      rampDown: line.ramp_down,
      before: line.initial_power_mw,
    })),
    products: reserveProducts(source),
    requirements: reserves.map(({ mw }) => mw),
    shortfalls: reserves.flatMap((product, q) => {
      const steps = shortfallSteps(product);
      return (steps.length > 0 ? steps : [{ mw: 0, price: 0 }]).map((step) => ({ ...step, q }));
    }),
    network,
    interfaces: placeInterfaces(source, network, factors, shares),
    lossShares: shares,
    sheddable: placedSteps(source, network),
    mayShed: loads.some((load) => load.unserved_energy_usd_per_mwh.some(Number.isFinite)),
  };
}

function placedDemand({
  bids,
  demand_response,
  renewables,
}: Case): Pick<Instance, 'bids' | 'demandResponse'> {
  let position = renewables.length;
  return {
    bids: bids.map(({ name, kind, isWhole, min_up, blocks }) => ({
      name,
      sign: kind === 'supply' ? 1 : -1,
      isWhole,
      minUp: min_up,
      blocks: blocks.map(() => position++),
    })),
    demandResponse: demand_response.map((item) => ({
      ...item,
      reduction: position++,
      recovery: position++,
    })),
  };
}

function placedSteps({ horizon, loads, unserved_energy_usd_per_mwh: usd = 0 }: Case, network: Network) {
  const byBus = groupBy(loads, ({ bus }) => bus);
  const series = (value: number) => new Array<number>(horizon).fill(value);
  const none = [{ most: series(0), price: series(usd) }];
  return network.buses.flatMap((bus, at) => {
    const steps = sheddableLoads(byBus.get(bus) ?? [], horizon);
    return (steps.length > 0 ? steps : none).map((step) => ({ ...step, at }));
  });
}

function toUnit(g: CaseGenerator, source: Case, bus: number): Omit<Unit, 'reserveMost'> {
  const { jobType, horizon, relaxed } = source;
  const hours = Array.from({ length: horizon }, (_, t) => t);
  const { p_min: minimum, p_max: available } = g;
  const { mayBeOn, mustBeOn } = commitmentBounds(g, jobType);
  const pMin = relaxed ? minimum.map((mw) => Math.min(0, mw)) : minimum;
  // The largest output is not below the minimum; if less is available, the commitment bounds keep the unit off.
  const pMax = available.every((mw, t) => mw >= amountAt(pMin, t))
    ? available
    : available.map((mw, t) => Math.max(mw, amountAt(pMin, t)));
  const { ramp_up: rampUp, ramp_down: rampDown } = g;
  const limitAt = (limit: number | undefined, ramps: readonly number[], t: number, rampAt: number) =>
    switchLimit(limit, Math.max(g.leastOutput, amountAt(ramps, rampAt)), minimum[t] ?? 0);
  const last = horizon - 1;
  // If the output before the first hour is unknown, a dispatch may begin at any output.
  const beginsAnywhere = jobType === 'ed' && g.initial_power_mw === undefined;
  const unit = {
    name: g.name,
    count: 1,
    bus,
    pMin,
    pMax,
    rampUp,
    rampDown,
    isSteady: [pMin, pMax, rampUp, rampDown].every(isSteady),
    startupRamp: hours.map((t) =>
      t === 0 && beginsAnywhere
        ? amountAt(pMax, 0)
        : Math.min(amountAt(pMax, t), limitAt(g.startup_ramp, rampUp, t, t)),
    ),
    // The fall in the hour of a stop is limited by the ramp of that hour.
    shutdownRamp: hours.map((t) =>
      Math.min(amountAt(pMax, t), limitAt(g.shutdown_ramp, rampDown, t, Math.min(t + 1, last))),
    ),
    shutdownRampBefore: limitAt(g.shutdown_ramp, rampDown, 0, 0),
    // Minimum times do not apply to a dispatch, because its commitment is given.
    minUptime: jobType === 'ed' ? 1 : Math.max(1, g.min_uptime),
    minDowntime: jobType === 'ed' ? 1 : Math.max(1, g.min_downtime),
    onBefore: relaxed || g.initial_status > 0,
    hoursBefore: Math.abs(g.initial_status),
    powerBefore: g.initial_power_mw ?? null,
    mayBeOn,
    mustBeOn,
    energyLimits: g.energy_limits,
    co2PerMwh: g.co2_t_per_mwh,
    fuel: countedFuel(g, source),
    cost: hours.map((t) => hourlyCost(g, pMin[t] ?? 0, pMax[t] ?? 0, t)),
    startCost: hours.map((t) => startupTiers(g, t).at(-1)?.cost ?? 0),
    startupTiers: startupTiers(g, 0),
    ...costsOfSwitching(g, jobType),
  };
  const switches = switchHours(unit, beginsAnywhere);
  const offReserve = quickStart(source, g, switches.mayStart);
  // A start may burn fuel that a least consumption asks for, and a unit that is off may give reserve.
  const staysOn =
    jobType !== 'ed' && !unit.fuel?.perStart && offReserve.every((mw) => mw === 0) && isFreeToIdle(unit);
  const bounds = jobType === 'ed' ? unit : heldBounds(unit, switches);
  return {
    ...unit,
    ...switches,
    quickStart: offReserve,
    // If a unit saves nothing by stopping, it is never stopped.
    mayStop: switches.mayStop.map((may) => may && !staysOn),
    mayBeOn: bounds.mayBeOn,
    mustBeOn: bounds.mustBeOn.map(
      (must, t) => must || (staysOn && startsForNothing(unit) && bounds.mayBeOn[t] === true),
    ),
  };
}

const startsForNothing = ({
  co2PerStart,
  startCost,
  startupTiers,
}: Pick<Unit, 'co2PerStart' | 'startCost' | 'startupTiers'>): boolean =>
  co2PerStart === 0 && [...startCost, ...startupTiers.map(({ cost }) => cost)].every((usd) => usd === 0);

/** Fuel of a unit that limits count; a dispatch has no starts. */
function countedFuel(
  { fuel: name, heat_rate_btu_per_kwh = 0, startup_mmbtu = 0 }: CaseGenerator,
  { fuel_limits, intervalsPerHour, jobType }: Case,
): Unit['fuel'] {
  if (name === undefined || !fuel_limits.some(({ fuel }) => fuel === name)) return undefined;
  const perMwh = heat_rate_btu_per_kwh / 1000 / intervalsPerHour;
  return { name, perMwh, perStart: jobType === 'ed' ? 0 : startup_mmbtu };
}

/** Costs and emissions of starts and stops; 0 in a dispatch. */
const costsOfSwitching = ({ co2_t_per_start, shutdown_cost }: CaseGenerator, jobType: JobType) =>
  jobType === 'ed'
    ? { co2PerStart: 0, shutdownCost: 0 }
    : { co2PerStart: co2_t_per_start, shutdownCost: shutdown_cost };
