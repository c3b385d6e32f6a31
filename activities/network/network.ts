/** The transmission network of the DC approximation: f = b (theta_from - theta_to - shift), b = 1 / x. */

import { byIsland, islandOfEachBus } from '../../temporal/case/arithmetic/islands.ts';
import { isList } from '../../temporal/case/arithmetic/series.ts';
import type { CaseLine } from '../case/case.ts';

/** Base of per-unit values, MVA. */
const BASE_MVA = 100;
const DEGREES = 180;

/** Least magnitude of a reactance, pu; smaller reactances are replaced. */
const SMALLEST_REACTANCE = 1e-6;

export interface NetworkLine {
  id: string;
  /** Position of the bus at which positive flow enters the line. The next field: position of the other bus. */
  from: number;
  to: number;
  /** Susceptance 1 / x, pu, after a reactance near zero was replaced; may be negative. */
  susceptance: number;
  /** Phase shift at `from` unless it is decided, in the unit of bus angles: rad x 100 MVA. */
  shift: number;
  /** Series resistance, pu. */
  resistance: number;
  /** The line in the case; `limitOf` reads its ratings. */
  element: CaseLine;
}

/** A phase shifter; `line`: position of its line. */
type NetworkShifter = Omit<NonNullable<CaseLine['shifter']>, 'line'> & { readonly line: number };

/** A value of a line that looks wrong or was replaced. */
export interface LineWarning {
  readonly code: 'REACTANCE' | 'EMERGENCY_RATING';
  readonly line: string;
  readonly message: string;
}

export interface Network {
  /** Bus numbers, ascending, shape [buses]. */
  readonly buses: readonly number[];
  /** Position of a bus by its number. Throws RangeError when the network does not have the bus. */
  position(bus: number): number;
  /** The lines in service, in the order of the case. */
  readonly lines: readonly NetworkLine[];
  /** Phase shifters of these lines, in the order of the lines. */
  readonly shifters: readonly NetworkShifter[];
  /** Island of each bus, shape [buses]; the first bus of an island is its reference. */
  readonly island: Int32Array;
  readonly islands: number;
}

/** Makes a network of these buses and the ends of the lines in service, with warnings about its lines. */
export function toNetwork(
  busNumbers: Iterable<number>,
  lines: readonly CaseLine[],
): { network: Network; warnings: LineWarning[] } {
  const inService = lines.filter((line) => line.in_service !== false);
  const ends = inService.flatMap((line) => [line.from_bus, line.to_bus]);
  const buses = [...new Set([...busNumbers, ...ends])].sort((a, b) => a - b);
  const positions = new Map(buses.map((bus, position) => [bus, position]));
  const position = (bus: number): number => {
    const busPosition = positions.get(bus);
    if (busPosition === undefined) throw new RangeError(`no bus ${bus} in the network`);
    return busPosition;
  };
  const warnings: LineWarning[] = [];
  const networkLines = inService.map((line) => toNetworkLine(line, position, warnings));
  const island = islandOfEachBus(buses.length, networkLines);
  const count = island.reduce((most, at) => Math.max(most, at + 1), 0);
  const shifters = networkLines.flatMap(({ element: { shifter } }, line) =>
    shifter ? [{ ...shifter, line }] : [],
  );
  return { network: { buses, position, lines: networkLines, shifters, island, islands: count }, warnings };
}

function toNetworkLine(
  line: CaseLine,
  position: (bus: number) => number,
  warnings: LineWarning[],
): NetworkLine {
  if (line.from_bus === line.to_bus)
    throw new RangeError(`line ${line.id} joins bus ${line.to_bus} to itself`);
  warnings.push(...emergencyWarnings(line));
  return {
    id: line.id,
    from: position(line.from_bus),
    to: position(line.to_bus),
    susceptance: 1 / repairedReactance(line, warnings),
    shift: shiftOf(line),
    resistance: line.r_pu ?? 0,
    element: line,
  };
}

function emergencyWarnings({ id, given, rating_mw, emergency_rating_mw }: CaseLine): LineWarning[] {
  const varies = isList(given.rating_mw) || isList(given.emergency_rating_mw);
  const ratings = varies ? rating_mw : rating_mw.slice(0, 1);
  const hour = ratings.findIndex((mw, t) => (emergency_rating_mw[t] ?? mw) < mw);
  const [rating, afterOutage] = [rating_mw[hour], emergency_rating_mw[hour]];
  if (rating === undefined) return [];
  const normal = Number.isFinite(rating) ? `${rating} MW` : 'unlimited';
  const place = varies ? `, at position ${hour} of the profile` : '';
  const message = `line ${id}: emergency rating ${afterOutage} MW is below the normal rating, which is ${normal}${place}`;
  return [{ code: 'EMERGENCY_RATING', line: id, message }];
}

function repairedReactance({ id, x_pu: x }: CaseLine, warnings: LineWarning[]): number {
  if (!Number.isFinite(x)) throw new RangeError(`the reactance of line ${id} is not finite`);
  if (Math.abs(x) < SMALLEST_REACTANCE) {
    const repaired = x < 0 ? -SMALLEST_REACTANCE : SMALLEST_REACTANCE;
    const message = `line ${id}: reactance ${x} pu is too close to zero, ${repaired} pu is used`;
    warnings.push({ code: 'REACTANCE', line: id, message });
    return repaired;
  }
  if (x < 0)
    warnings.push({ code: 'REACTANCE', line: id, message: `line ${id}: negative reactance ${x} pu is kept` });
  return x;
}

function shiftOf({ id, phase_shift_deg: degrees = 0, shifter }: CaseLine): number {
  if (!Number.isFinite(degrees)) throw new RangeError(`the phase shift of line ${id} is not finite`);
  return shifter ? 0 : radians(degrees);
}

/** An angle in the unit of bus angles, rad x 100 MVA. */
export const radians = (degrees: number): number => (degrees * Math.PI * BASE_MVA) / DEGREES;

/** The line at a position; throws RangeError for an unknown position. */
export function lineAt({ lines }: Network, position: number): NetworkLine {
  const line = lines[position];
  if (line === undefined) throw new RangeError(`no line at position ${position}`);
  return line;
}

/** The flow on a line at bus angles of shape [buses], without its phase shift: b (theta_from - theta_to). */
export function flowOn({ from, to, susceptance }: NetworkLine, theta: Float64Array): number {
  return susceptance * ((theta[from] ?? 0) - (theta[to] ?? 0));
}

/** Injections by which 1 MW is sent from one end of a line to the other, MW, shape [buses]. */
export function transfer(network: Network, line: number): Float64Array {
  const { from, to } = lineAt(network, line);
  const injection = new Float64Array(network.buses.length);
  injection[from] = 1;
  injection[to] = -1;
  return injection;
}

/**
 * The flow on each line without injections, MW, shape [lines]. Phase shifts drive flows around the meshes, in the same
 * way as injections of b shift at one end of a line and -b shift at the other, less b shift on the line itself.
 * `angles`: solver from injections; `lines`: with their phase shifts.
 */
export function shiftedFlows(
  { buses, lines }: Pick<Network, 'buses' | 'lines'>,
  angles: (injection: Float64Array) => Float64Array,
): Float64Array {
  if (lines.every(({ shift }) => shift === 0)) return new Float64Array(lines.length);
  const injection = new Float64Array(buses.length);
  for (const { from, to, susceptance, shift } of lines) {
    injection[from] = (injection[from] ?? 0) + susceptance * shift;
    injection[to] = (injection[to] ?? 0) - susceptance * shift;
  }
  const theta = angles(injection);
  return Float64Array.from(lines, (line) => flowOn(line, theta) - line.susceptance * line.shift);
}

/** Number of entries of an array of injections: the MW of each bus, then the angle of each phase shifter in degrees. */
export const injectionCount = ({ buses, shifters }: Pick<Network, 'buses' | 'shifters'>): number =>
  buses.length + shifters.length;

/** Bus positions of each island, shape [islands][its buses]. */
export const islandBuses = ({ island }: Pick<Network, 'island'>): number[][] =>
  byIsland(island.keys(), island);
