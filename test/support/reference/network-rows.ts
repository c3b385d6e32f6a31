/**
 * Balance and network of the reference solver: without a network one row per hour, else bus angles and a
 * balance per bus, and for every contingency the whole network once more without the lost lines.
 */
import type { DcLine, Line } from '../../../temporal/case/messages/network.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import type { LinearProgram, Terms } from './linear-program.ts';
import { unitVariable, upperLimit } from './unit-rows.ts';

export function busesOf(payload: SolvePayload, lines: readonly Line[]): number[] {
  const { generators, loads, renewables = [], storage = [] } = payload;
  const resources = [...generators, ...loads, ...renewables, ...storage];
  const ends = lines.flatMap((line) => [line.from_bus, line.to_bus]);
  return [...new Set([...resources.map(({ bus }) => bus), ...ends])];
}

const isRead = (payload: SolvePayload, jobType: JobType): boolean =>
  jobType === 'scuc' || (jobType === 'ed' && payload.options?.network === true);

export const networkOf = (payload: SolvePayload, jobType: JobType): Line[] =>
  isRead(payload, jobType) ? (payload.transmission_lines ?? []) : [];

/** The payload with what a solve of this type reads of it. */
export const asRead = (payload: SolvePayload, jobType: JobType): SolvePayload => ({
  ...payload,
  dc_lines: isRead(payload, jobType) ? payload.dc_lines : undefined,
});

/** DC lines in service. */
export const controlled = ({ dc_lines = [] }: SolvePayload): DcLine[] =>
  dc_lines.filter((line) => line.in_service !== false);

/** Names for rows and columns: ids of the payload may hold what LP text cannot. */
export const lineKey = (payload: SolvePayload, line: Line): string =>
  String((payload.transmission_lines ?? []).indexOf(line));
export const busKey = (bus: number): string => String(bus).replace('-', 'm');

/** Nothing says which way power goes. */
export const isPlate = (
  { dc_lines = [], options }: SolvePayload,
  network: readonly Line[],
  jobType: JobType,
): boolean => network.length + dc_lines.length === 0 && !(jobType === 'scuc' && options?.network === true);

/** Net injection of a bus, without its load: terms of the balance. */
export function injection(payload: SolvePayload, bus: number, hour: number): Terms {
  const terms: Record<string, number> = {};
  for (const [position, unit] of payload.generators.entries()) {
    if (unit.bus === bus) terms[unitVariable('p', position, hour)] = 1;
  }
  for (const [position, item] of (payload.renewables ?? []).entries()) {
    if (item.bus === bus) terms[`w_${position}_${hour}`] = 1;
  }
  for (const [position, item] of (payload.storage ?? []).entries()) {
    if (item.bus !== bus) continue;
    terms[`dis_${position}_${hour}`] = 1;
    terms[`ch_${position}_${hour}`] = -1;
  }
  for (const [position, { from_bus, to_bus }] of controlled(payload).entries()) {
    const sign = Number(to_bus === bus) - Number(from_bus === bus);
    if (sign !== 0) terms[`dc_${position}_${hour}`] = sign;
  }
  if (payload.loads.some((load) => load.bus === bus)) terms[`shed_${busKey(bus)}_${hour}`] = 1;
  return terms;
}

export const loadAt = (payload: SolvePayload, bus: number, hour: number): number =>
  payload.loads.reduce((sum, load) => (load.bus === bus ? sum + (load.values[hour] ?? 0) : sum), 0);

const sum = (parts: readonly Terms[]): Terms => Object.assign({}, ...parts);

/** Share of a bus of the losses of its island, by load. */
function lossShare(
  payload: SolvePayload,
  buses: readonly number[],
  island: ReadonlyMap<number, number>,
  bus: number,
  hour: number,
): number {
  const members = buses.filter((other) => island.get(other) === island.get(bus));
  const load = (at: number) => Math.max(0, loadAt(payload, at, hour));
  const total = members.reduce((sum, other) => sum + load(other), 0);
  return total > 0 ? load(bus) / total : 1 / members.length;
}

const BASE_MVA = 100;
/** Tangents of the losses of a line: at its flow, and this many MW beside it. */
const BESIDE_MW = [0, 0.01, 0.1, 0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512].flatMap((mw) => [mw, -mw]);

/** Losses of each line, at least r f^2 / 100 MVA, drawn from the buses of its island; terms by bus. */
function addLosses(
  lp: LinearProgram,
  payload: SolvePayload,
  buses: readonly number[],
  lines: readonly Line[],
  hour: number,
  flows: Readonly<Record<string, readonly number[]>>,
): Map<number, Terms> {
  const island = islandOf(buses, lines);
  for (const line of lines) {
    const key = `${lineKey(payload, line)}_${hour}`;
    const loss = lp.variable(`loss_${key}`, 0, Number.POSITIVE_INFINITY);
    const r = (line.r_pu ?? 0) / BASE_MVA;
    for (const [index, beside] of BESIDE_MW.entries()) {
      const mw = (flows[line.id]?.[hour] ?? 0) + beside;
      const terms: Terms = { [loss]: 1, [`f_base_${key}`]: -2 * r * mw };
      lp.row(`tangent_${key}_${index}`, terms, '>=', -r * mw * mw);
    }
  }
  return new Map(
    buses.map((bus) => {
      const share = lossShare(payload, buses, island, bus, hour);
      const own = lines.filter((line) => island.get(line.from_bus) === island.get(bus));
      return [bus, sum(own.map((line) => ({ [`loss_${lineKey(payload, line)}_${hour}`]: -share })))];
    }),
  );
}

/** What feeds the network, what takes from it, and the flows near which it loses power. */
interface Balanced {
  injection(payload: SolvePayload, bus: number, hour: number): Terms;
  loadAt(payload: SolvePayload, bus: number, hour: number): number;
  /** Line -> MW per hour. */
  readonly flows?: Readonly<Record<string, readonly number[]>> | undefined;
}

export const SUPPLIED: Balanced = { injection, loadAt };

export function addBalance(
  lp: LinearProgram,
  payload: SolvePayload,
  jobType: JobType,
  balanced: Balanced = SUPPLIED,
): void {
  const network = networkOf(payload, jobType);
  const lines = network.filter((line) => line.in_service !== false);
  const buses = busesOf(payload, network);
  const pictures = [{ name: 'base', left: lines }, ...outages(payload, jobType, buses, lines)];
  for (let hour = 0; hour < payload.horizon; hour++) {
    addSlacks(lp, payload, buses, lines, hour);
    if (isPlate(payload, network, jobType)) {
      const terms = sum(buses.map((bus) => balanced.injection(payload, bus, hour)));
      const load = buses.reduce((sum, bus) => sum + balanced.loadAt(payload, bus, hour), 0);
      lp.row(`balance_${hour}`, terms, '=', load);
      continue;
    }
    const { flows } = balanced;
    const losses =
      payload.options?.losses && flows ? addLosses(lp, payload, buses, lines, hour, flows) : undefined;
    const lossy: Balanced = {
      ...balanced,
      injection: (all, bus, at) => ({ ...balanced.injection(all, bus, at), ...losses?.get(bus) }),
    };
    for (const { name, left } of pictures) addFlows(lp, payload, buses, left, hour, name, lossy);
  }
  if (jobType === 'scuc') addGeneratorOutages(lp, payload);
}

/** Unserved energy per bus, overflow per line, power of DC lines. */
function addSlacks(
  lp: LinearProgram,
  payload: SolvePayload,
  buses: readonly number[],
  lines: readonly Line[],
  hour: number,
): void {
  const price = payload.options?.unserved_energy_usd_per_mwh;
  for (const bus of buses) {
    const most = price === undefined ? 0 : Math.max(0, loadAt(payload, bus, hour));
    lp.variable(`shed_${busKey(bus)}_${hour}`, 0, most, price ?? 0);
  }
  for (const [position, { p_min_mw, p_max_mw }] of controlled(payload).entries())
    lp.variable(`dc_${position}_${hour}`, p_min_mw, p_max_mw);
  for (const line of lines) {
    const { penalty_usd_per_mwh } = line;
    const most = penalty_usd_per_mwh === undefined ? 0 : Number.POSITIVE_INFINITY;
    lp.variable(`over_${lineKey(payload, line)}_${hour}`, 0, most, penalty_usd_per_mwh ?? 0);
  }
}

/** MW in an hour. */
export function limitAt(line: Line, hour: number, isAfter: boolean): number {
  const emergency = line.emergency_rating_mw_profile;
  if (isAfter && emergency?.[hour] === null) return Number.POSITIVE_INFINITY;
  const after = (isAfter && (emergency ? emergency[hour] : line.emergency_rating_mw)) || 0;
  const before = line.rating_mw_profile ? line.rating_mw_profile[hour] : line.rating_mw;
  return after || before || Number.POSITIVE_INFINITY;
}

/** One picture of the network: angles, flows, a balance per bus, limits. */
function addFlows(
  lp: LinearProgram,
  payload: SolvePayload,
  buses: readonly number[],
  lines: readonly Line[],
  hour: number,
  picture: string,
  balanced: Balanced,
): void {
  const angle = (bus: number) => `theta_${picture}_${busKey(bus)}_${hour}`;
  const flow = (line: Line) => `f_${picture}_${lineKey(payload, line)}_${hour}`;
  for (const bus of buses) lp.variable(angle(bus), Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  for (const line of lines) {
    const b = 1 / line.x_pu;
    lp.variable(flow(line), Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    const kirchhoff: Terms = { [flow(line)]: 1, [angle(line.from_bus)]: -b, [angle(line.to_bus)]: b };
    // Angles are rad x 100 MVA.
    const shifted = -b * 100 * (((line.phase_shift_deg ?? 0) * Math.PI) / 180);
    lp.row(`kvl_${flow(line)}`, kirchhoff, '=', shifted);
    const limit = limitAt(line, hour, picture !== 'base');
    const over = `over_${lineKey(payload, line)}_${hour}`;
    lp.row(`above_${flow(line)}`, { [flow(line)]: 1, [over]: -1 }, '<=', limit);
    lp.row(`below_${flow(line)}`, { [flow(line)]: -1, [over]: -1 }, '<=', limit);
  }
  for (const bus of buses) {
    const out = lines
      .filter((line) => line.from_bus === bus || line.to_bus === bus)
      .map((line) => ({ [flow(line)]: line.from_bus === bus ? -1 : 1 }));
    const terms = { ...balanced.injection(payload, bus, hour), ...sum(out) };
    lp.row(`balance_${picture}_${busKey(bus)}_${hour}`, terms, '=', balanced.loadAt(payload, bus, hour));
  }
}

function outages(
  payload: SolvePayload,
  jobType: JobType,
  buses: readonly number[],
  lines: readonly Line[],
): { name: string; left: Line[] }[] {
  if (jobType !== 'scuc') return [];
  return (payload.contingencies ?? [])
    .filter((contingency) => contingency.enabled !== false)
    .map((contingency, position) => ({
      name: `c${position}`,
      left: lines.filter((line) => !contingency.lines?.includes(line.id)),
    }))
    .filter(({ left }) => left.length < lines.length && islands(buses, left) === islands(buses, lines));
}

/** Island of every bus, by painting both ends of a line in the smaller colour until nothing changes. */
export function islandOf(buses: readonly number[], lines: readonly Line[]): Map<number, number> {
  const colour = new Map(buses.map((bus, index) => [bus, index]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const { from_bus, to_bus } of lines) {
      const [a, b] = [colour.get(from_bus) ?? 0, colour.get(to_bus) ?? 0];
      if (a === b) continue;
      colour.set(from_bus, Math.min(a, b));
      colour.set(to_bus, Math.min(a, b));
      changed = true;
    }
  }
  return colour;
}

const islands = (buses: readonly number[], lines: readonly Line[]): number =>
  new Set(islandOf(buses, lines).values()).size;

function addGeneratorOutages(lp: LinearProgram, payload: SolvePayload): void {
  for (const [position, { enabled, generators }] of (payload.contingencies ?? []).entries()) {
    if (enabled === false || !generators?.length) continue;
    for (let hour = 0; hour < payload.horizon; hour++) {
      const terms = payload.generators.map((unit, index): Terms => {
        const power: Terms = { [unitVariable('p', index, hour)]: -1 };
        if (generators.includes(unit.name)) return power;
        return { ...power, [unitVariable('u', index, hour)]: upperLimit(unit, hour) };
      });
      lp.row(`headroom_${position}_${hour}`, sum(terms), '>=', 0);
    }
  }
}
