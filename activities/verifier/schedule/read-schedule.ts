/** Brings a result into the order of its case, so that every check reads plain arrays. */
import type { JudgedCase, JudgedLoad, JudgedReserve, JudgedStorage, JudgedUnit } from './case.ts';
import { fixedShifts, type Grid, isSoft, MW_PER_DEGREE, readGrid } from './grid.ts';
import { resultOfIntervals } from './intervals.ts';
import type {
  InterfaceSchedule,
  ReserveHours,
  Schedule,
  StorageHours,
  UnitSchedule,
  UnverifiedResult,
} from './schedule.ts';
import { at, readSeries, toHours } from './series.ts';
import { isSheddable, mayShed } from './shedding.ts';

/** `reported`: a result with prices per MWh; in the schedule, an hour stands for an interval of the payload. */
export function readSchedule(judged: JudgedCase, reported: UnverifiedResult): Schedule {
  const { hours, jobType, relaxed } = judged;
  const horizon = hours.length;
  const result = resultOfIntervals(complete(reported), judged.intervalHours);
  const grid = readGrid(judged);
  const isLossy = judged.losses && grid.lines.length > 0;
  const products = judged.reserves.map((product) => readReserve(product, judged, result));
  const reserves = products.map((product, q) => ({
    ...product,
    counted: products.flatMap(({ countedIn, provided, others }, k) =>
      k !== q && countedIn.includes(q) ? [...provided, ...others.values()] : [],
    ),
  }));
  const shifters = grid.shifters.map((item) => ({
    ...item,
    degrees: readSeries(result.phase_shift_deg, grid.lines[item.position]?.id ?? '', horizon),
  }));
  return {
    case: judged,
    jobType,
    result,
    hours,
    relaxed,
    units: judged.generators.map((unit, position) => {
      const given = readUnit(unit, judged, result);
      const online = ({ provided }: ReserveHours) =>
        provided[position]?.map((mw, hour) => (given.on[hour] ? mw : 0));
      return { ...given, reserve: reserveByDirection(reserves, hours, online) };
    }),
    renewables: judged.renewables.map((item) => ({
      ...item,
      price: item.marginal_cost,
      output: readSeries(result.renewable_mw, item.name, horizon),
      reserve: reserveByDirection(reserves, hours, ({ others }) => others.get(item.name)),
    })),
    storages: judged.storage.map((item) => ({
      ...readStorage(item, result, horizon),
      reserve: reserveByDirection(reserves, hours, ({ others }) => others.get(item.name)),
    })),
    reserves,
    bids: judged.bids.map((bid) => ({ ...bid, accepted: readSeries(result.bid_mw, bid.name, horizon) })),
    demandResponse: judged.demand_response.map((item) => ({
      ...item,
      reduced: readSeries(result.demand_response_mw, item.name, horizon),
      recovered: readSeries(result.recovered_mw, item.name, horizon),
    })),
    grid,
    shifters,
    shifts: readShifts(grid, shifters, hours),
    dcLines: grid.dcLines.map((line) => ({ line, power: readSeries(result.dc_flow_mw, line.id, horizon) })),
    outages: readOutages(judged, grid),
    interfaces: readInterfaces(judged, grid, result),
    flows: grid.lines.map(({ id }) => readSeries(result.flows_mw, id, horizon)),
    overflow: grid.lines.map((line) =>
      isSoft(line) ? readSeries(result.overflow_mw, line.id, horizon) : hours.map(() => 0),
    ),
    load: readLoad(judged, grid),
    sheddable: sheddableLoads(judged, grid),
    unserved: readUnserved(judged, grid, result),
    isLossy,
    losses: isLossy ? toHours(result.losses_mw, horizon) : hours.map(() => 0),
  };
}

function readShifts(grid: Grid, shifters: Schedule['shifters'], hours: readonly number[]): Float64Array[] {
  const fixed = fixedShifts(grid);
  if (shifters.length === 0) return hours.map(() => fixed);
  return hours.map((hour) => {
    const shifts = fixed.slice();
    for (const { position, degrees } of shifters) shifts[position] = at(degrees, hour) * MW_PER_DEGREE;
    return shifts;
  });
}

/** A missing container counts as an empty one. */
const complete = (result: UnverifiedResult): UnverifiedResult => ({
  ...result,
  commitment: result.commitment ?? {},
  dispatch_mw: result.dispatch_mw ?? {},
  startup: result.startup ?? {},
  lmp: result.lmp ?? {},
  lmp_components: result.lmp_components ?? {},
  binding_constraints: result.binding_constraints ?? [],
});

function readOutages({ contingencies }: JudgedCase, { lines: inService }: Grid): Schedule['outages'] {
  const position = new Map(inService.map(({ id }, index) => [id, index]));
  return contingencies.map(({ id, lines, generators }) => ({
    id,
    lines: [...new Set(lines)].flatMap((line) => position.get(line) ?? []),
    generators: new Set(generators),
  }));
}

/** Reserve over all products of a direction, MW; `seriesOf`: reserve of one product. */
function reserveByDirection(
  reserves: readonly ReserveHours[],
  hours: readonly number[],
  seriesOf: (product: ReserveHours) => readonly number[] | undefined,
): UnitSchedule['reserve'] {
  const sum = (isDown: boolean): number[] => {
    const provided = reserves.filter((product) => product.isDown === isDown).map(seriesOf);
    return hours.map((hour) => provided.reduce((mw, series) => mw + (series ? at(series, hour) : 0), 0));
  };
  return { up: sum(false), down: sum(true) };
}

function readUnit(
  unit: JudgedUnit,
  { hours, relaxed }: JudgedCase,
  result: UnverifiedResult,
): Omit<UnitSchedule, 'reserve'> {
  const commitment = readSeries(result.commitment, unit.name, hours.length);
  return {
    ...unit,
    p_min: relaxed ? unit.p_min.map((mw) => Math.min(0, mw)) : unit.p_min,
    commitment,
    on: relaxed ? unit.isAvailable : commitment.map((value) => value === 1),
    onBefore: relaxed || unit.initial_status > 0,
    output: readSeries(result.dispatch_mw, unit.name, hours.length),
  };
}

function readStorage(
  storage: JudgedStorage,
  result: UnverifiedResult,
  horizon: number,
): Omit<StorageHours, 'reserve'> {
  const reported = result.storage?.[storage.name];
  const energy = readSeries(reported, 'energy_mwh', horizon);
  const spills = reported?.spill_mw !== undefined || storage.inflow_mw.some((mw) => mw !== 0);
  return {
    ...storage,
    charge: readSeries(reported, 'charge_mw', horizon),
    discharge: readSeries(reported, 'discharge_mw', horizon),
    energy,
    spill: spills ? readSeries(reported, 'spill_mw', horizon) : energy.map(() => 0),
    before: storage.cyclic ? at(energy, horizon - 1) : storage.initial_mwh,
  };
}

function readReserve(
  product: JudgedReserve,
  { hours, generators }: JudgedCase,
  result: UnverifiedResult,
): Omit<ReserveHours, 'counted'> {
  const { name, most, penalty_usd_per_mwh, resources } = product;
  const provided = result.reserve_mw?.[name];
  return {
    ...product,
    others: new Map(resources.map((giver) => [giver, readSeries(provided, giver, hours.length)])),
    shortfall: Number.isFinite(penalty_usd_per_mwh)
      ? readSeries(result.reserve_shortfall_mw, name, hours.length)
      : hours.map(() => 0),
    provided: generators.map((unit, position) =>
      most[position]?.every((mw) => mw === 0)
        ? hours.map(() => 0)
        : readSeries(provided, unit.name, hours.length),
    ),
  };
}

function readInterfaces(
  judged: JudgedCase,
  grid: Grid,
  { interface_flow_mw }: UnverifiedResult,
): InterfaceSchedule[] {
  const placed = (parts: readonly { id: string; factor: number }[], among: readonly { id: string }[]) =>
    parts
      .map(({ id, factor }) => ({ line: among.findIndex((line) => line.id === id), factor }))
      .filter(({ line }) => line >= 0);
  const outages = readOutages(judged, grid);
  return judged.interfaces.map(({ lines, dc_lines, ...item }) => ({
    ...item,
    lines: placed(lines, grid.lines),
    dcLines: placed(dc_lines, grid.dcLines),
    lost: outages.find(({ id }) => id === item.contingency)?.lines ?? [],
    flow: readSeries(interface_flow_mw, item.id, judged.hours.length),
  }));
}

function readLoad({ hours, loads }: JudgedCase, grid: Grid): number[][] {
  const load = grid.buses.map(() => hours.map(() => 0));
  for (const { bus, values } of loads) {
    const row = load[grid.position.get(bus) ?? -1] ?? [];
    for (const hour of hours) row[hour] = at(row, hour) + at(values, hour);
  }
  return load;
}

function sheddableLoads({ loads }: JudgedCase, grid: Grid): JudgedLoad[][] {
  const byBus: JudgedLoad[][] = grid.buses.map(() => []);
  for (const load of loads) if (isSheddable(load)) byBus[grid.position.get(load.bus) ?? -1]?.push(load);
  return byBus;
}

function readUnserved({ hours, loads }: JudgedCase, grid: Grid, result: UnverifiedResult): number[][] {
  const isAllowed = mayShed(loads);
  const loaded = new Set(loads.map((load) => load.bus));
  return grid.buses.map((bus) => {
    const reported = Object.hasOwn(result.unserved_mw ?? {}, `bus_${bus}`);
    return isAllowed && (loaded.has(bus) || reported)
      ? readSeries(result.unserved_mw, `bus_${bus}`, hours.length)
      : hours.map(() => 0);
  });
}
