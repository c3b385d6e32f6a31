/** Lines up a result with its payload, so that every check reads plain arrays. */
import type { Generator } from '../../../temporal/case/messages/generator.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { Reserve } from '../../../temporal/case/messages/resources.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { type Grid, readGrid } from './grid.ts';
import { payloadOfIntervals, resultOfIntervals } from './intervals.ts';
import type { ReserveHours, Schedule, StorageHours, UnitSchedule, UnverifiedResult } from './schedule.ts';
import { at, readSeries, toHours } from './series.ts';

/** Payload and result as they come; in what is returned an hour is an interval of the payload. */
export function readSchedule(given: SolvePayload, jobType: JobType, reported: UnverifiedResult): Schedule {
  const payload = payloadOfIntervals(given);
  const { horizon } = payload;
  const result = resultOfIntervals(complete(reported), given);
  const hours = Array.from({ length: horizon }, (_, hour) => hour);
  const relaxed = jobType === 'ed' && payload.commitment === undefined;
  const grid = readGrid(payload, jobType);
  const reserves = (payload.reserves ?? []).map((product) => readReserve(product, payload, result, hours));
  return {
    payload,
    jobType,
    result,
    hours,
    relaxed,
    units: payload.generators.map((generator, position) => ({
      ...readUnit(generator, result, hours, relaxed),
      reserve: givenOf(reserves, hours, ({ provided }) => provided[position]),
    })),
    renewables: (payload.renewables ?? []).map((renewable) => ({
      renewable,
      price: hours.map(() => renewable.marginal_cost ?? 0),
      output: readSeries(result.renewable_mw, renewable.name, horizon),
      reserve: givenOf(reserves, hours, ({ others }) => others.get(renewable.name)),
    })),
    storages: (payload.storage ?? []).map((storage) => ({
      ...readStorage(storage, result, horizon),
      reserve: givenOf(reserves, hours, ({ others }) => others.get(storage.name)),
    })),
    reserves,
    grid,
    dcLines: grid.dcLines.map((line) => ({ line, power: readSeries(result.dc_flow_mw, line.id, horizon) })),
    outages: jobType === 'scuc' ? readOutages(payload, grid) : [],
    flows: grid.lines.map(({ id }) => readSeries(result.flows_mw, id, horizon)),
    overflow: grid.lines.map(({ id, penalty }) =>
      penalty === undefined ? hours.map(() => 0) : readSeries(result.overflow_mw, id, horizon),
    ),
    load: readLoad(payload, grid, hours),
    unserved: readUnserved(payload, grid, result, hours),
    losses:
      payload.options?.losses === true && grid.lines.length > 0
        ? toHours(result.losses_mw, horizon)
        : hours.map(() => 0),
  };
}

/** A container that is not there at all is one without entries. */
const complete = (result: UnverifiedResult): UnverifiedResult => ({
  ...result,
  commitment: result.commitment ?? {},
  dispatch_mw: result.dispatch_mw ?? {},
  startup: result.startup ?? {},
  lmp: result.lmp ?? {},
  lmp_components: result.lmp_components ?? {},
  binding_constraints: result.binding_constraints ?? [],
});

function readOutages({ contingencies = [] }: SolvePayload, { lines: inService }: Grid): Schedule['outages'] {
  const position = new Map(inService.map(({ id }, index) => [id, index]));
  return contingencies
    .filter(({ enabled }) => enabled !== false)
    .map(({ id, lines, generators }) => ({
      id,
      lines: [...new Set(lines)].flatMap((line) => position.get(line) ?? []),
      generators: new Set(generators),
    }));
}

/** MW of all products of a direction; `seriesOf`: what one gives of a product. */
function givenOf(
  reserves: readonly ReserveHours[],
  hours: readonly number[],
  seriesOf: (product: ReserveHours) => readonly number[] | undefined,
): UnitSchedule['reserve'] {
  const sum = (isDown: boolean): number[] => {
    const own = reserves.filter((product) => product.isDown === isDown).map(seriesOf);
    return hours.map((hour) => own.reduce((mw, series) => mw + (series ? at(series, hour) : 0), 0));
  };
  return { up: sum(false), down: sum(true) };
}

/** Less of p_min than this may be missing, MW. */
const ROUNDING_MW = 1e-6;

function readUnit(
  generator: Generator,
  result: UnverifiedResult,
  hours: readonly number[],
  relaxed: boolean,
): Omit<UnitSchedule, 'reserve'> {
  const { name, p_min, p_max, ramp_up, ramp_down } = generator;
  const commitment = readSeries(result.commitment, name, hours.length);
  const lower = hours.map((hour) => (generator.p_min_profile ? at(generator.p_min_profile, hour) : p_min));
  /** A ramp never keeps a unit from its minimum output; a limit of starts or stops may. */
  const limit = (given: number | undefined, ramp: number | null) =>
    lower.map((pMin) => given ?? Math.max(pMin, p_min, ramp ?? Number.POSITIVE_INFINITY));
  const upper = hours.map((hour) => (generator.p_max_profile ? at(generator.p_max_profile, hour) : p_max));
  const lack = lower.map((pMin, hour) => pMin - at(upper, hour));
  return {
    generator,
    commitment,
    on: commitment.map((value, hour) => (relaxed ? !(at(lack, hour) > ROUNDING_MW) : value === 1)),
    onBefore: relaxed || generator.initial_status > 0,
    output: readSeries(result.dispatch_mw, name, hours.length),
    pMin: relaxed ? lower.map((pMin) => Math.min(0, pMin)) : lower,
    // A difference that is rounding keeps no unit off.
    pMax: upper.map((pMax, hour) => (at(lack, hour) > ROUNDING_MW ? pMax : Math.max(pMax, at(lower, hour)))),
    lack,
    startupRamp: limit(generator.startup_ramp, ramp_up),
    shutdownRamp: limit(generator.shutdown_ramp, ramp_down),
  };
}

function readStorage(storage: StorageHours['storage'], result: UnverifiedResult, horizon: number) {
  const reported = result.storage?.[storage.name];
  return {
    storage,
    charge: readSeries(reported, 'charge_mw', horizon),
    discharge: readSeries(reported, 'discharge_mw', horizon),
    energy: readSeries(reported, 'energy_mwh', horizon),
  };
}

function readReserve(
  product: Reserve,
  payload: SolvePayload,
  result: UnverifiedResult,
  hours: readonly number[],
): ReserveHours {
  const { mw, providers } = product;
  const provided = result.reserve_mw?.[product.name];
  const named = (items: readonly { readonly name: string }[] = []) =>
    items.map(({ name }) => name).filter((name) => providers?.includes(name));
  const most = payload.generators.map((generator) => mostGiven(product, generator));
  return {
    product,
    isDown: product.direction === 'down',
    most,
    others: new Map(
      [...named(payload.storage), ...named(payload.renewables)].map((name) => [
        name,
        readSeries(provided, name, hours.length),
      ]),
    ),
    requirement: hours.map((hour) => (typeof mw === 'number' ? mw : at(mw, hour))),
    shortfall:
      product.penalty_usd_per_mwh === undefined
        ? hours.map(() => 0)
        : readSeries(result.reserve_shortfall_mw, product.name, hours.length),
    provided: payload.generators.map(({ name }, unit) =>
      most[unit] === 0 ? hours.map(() => 0) : readSeries(provided, name, hours.length),
    ),
  };
}

/** MW within the response time, at the ramp of the direction. */
function mostGiven({ providers, direction, response_min }: Reserve, unit: Generator): number {
  if (providers && !providers.includes(unit.name)) return 0;
  const ramp = direction === 'down' ? unit.ramp_down : unit.ramp_up;
  return response_min === undefined || ramp === null ? Number.POSITIVE_INFINITY : ramp * (response_min / 60);
}

function readLoad(payload: SolvePayload, grid: Grid, hours: readonly number[]): number[][] {
  const load = grid.buses.map(() => hours.map(() => 0));
  for (const { bus, values } of payload.loads) {
    const row = load[grid.position.get(bus) ?? -1] ?? [];
    for (const hour of hours) row[hour] = at(row, hour) + at(values, hour);
  }
  return load;
}

function readUnserved(
  payload: SolvePayload,
  grid: Grid,
  result: UnverifiedResult,
  hours: readonly number[],
): number[][] {
  const priced = payload.options?.unserved_energy_usd_per_mwh !== undefined;
  const loaded = new Set(payload.loads.map((load) => load.bus));
  return grid.buses.map((bus) => {
    const reported = Object.hasOwn(result.unserved_mw ?? {}, `bus_${bus}`);
    return priced && (loaded.has(bus) || reported)
      ? readSeries(result.unserved_mw, `bus_${bus}`, hours.length)
      : hours.map(() => 0);
  });
}
