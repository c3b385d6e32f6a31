/**
 * Balance and network of the reference solver. Without a network, one balance per hour. With a network, bus angles and
 * a balance per bus, and for every contingency the whole network again without the lost lines.
 */
import { at, type ReferenceCase, type ReferenceDcLine, type ReferenceLine } from './case.ts';
import type { LinearProgram, Terms } from './linear-program.ts';
import { unitVariable } from './unit-rows.ts';

/** Names of rows and columns: ids of a payload may contain characters that LP text does not allow. */
export const busKey = (bus: number): string => String(bus).replace('-', 'm');

/** Net injection of a bus, without its load: terms of the balance. */
export function injection(whole: ReferenceCase, bus: number, hour: number): Terms {
  const terms: Record<string, number> = {};
  for (const [position, unit] of whole.generators.entries()) {
    if (unit.bus === bus) terms[unitVariable('p', position, hour)] = 1;
  }
  for (const [position, item] of whole.renewables.entries()) {
    if (item.bus === bus) terms[`w_${position}_${hour}`] = 1;
  }
  for (const [position, item] of whole.storage.entries()) {
    if (item.bus !== bus) continue;
    terms[`dis_${position}_${hour}`] = 1;
    terms[`ch_${position}_${hour}`] = -1;
  }
  Object.assign(terms, bidTerms(whole, bus, hour), responseTerms(whole, bus, hour));
  for (const [position, { from_bus, to_bus, arriving }] of whole.dcLines.entries()) {
    const [forth, back] = [`forth_${position}_${hour}`, `back_${position}_${hour}`];
    if (from_bus === bus) Object.assign(terms, { [forth]: -1, [back]: arriving });
    if (to_bus === bus) Object.assign(terms, { [forth]: arriving, [back]: -1 });
  }
  if (whole.loads.some((load) => load.bus === bus)) terms[`shed_${busKey(bus)}_${hour}`] = 1;
  return terms;
}

const bidTerms = ({ bids }: ReferenceCase, bus: number, hour: number): Terms =>
  Object.fromEntries(
    bids.flatMap((bid, position) =>
      bid.bus === bus ? bid.blocks.map((_, k) => [`bid_${position}_${k}_${hour}`, bid.sign]) : [],
    ),
  );

const responseTerms = ({ demandResponse }: ReferenceCase, bus: number, hour: number): Terms =>
  Object.fromEntries(
    demandResponse.flatMap((item, k) =>
      item.bus === bus
        ? [
            [`cut_${k}_${hour}`, 1],
            [`back_${k}_${hour}`, -1],
          ]
        : [],
    ),
  );

export const loadAt = ({ loads }: ReferenceCase, bus: number, hour: number): number =>
  loads.reduce((sum, load) => (load.bus === bus ? sum + at(load.values, hour) : sum), 0);

const sum = (parts: readonly Terms[]): Terms => Object.assign({}, ...parts);

/** Share of a bus in the losses of its island, by load. */
function lossShare(
  whole: ReferenceCase,
  island: ReadonlyMap<number, number>,
  bus: number,
  hour: number,
): number {
  const members = whole.buses.filter((other) => island.get(other) === island.get(bus));
  const load = (other: number) => Math.max(0, loadAt(whole, other, hour));
  const total = members.reduce((sum, other) => sum + load(other), 0);
  return total > 0 ? load(bus) / total : 1 / members.length;
}

const BASE_MVA = 100;
/** Distances from the flow of a line, MW, at which its losses have tangents; also the flow itself. */
const BESIDE_MW = [0, 0.01, 0.1, 0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512].flatMap((mw) => [mw, -mw]);

/** Losses of each line, at least r f^2 / 100 MVA, as terms by bus: they are drawn from the buses of the island. */
function addLosses(
  lp: LinearProgram,
  whole: ReferenceCase,
  hour: number,
  flows: Readonly<Record<string, readonly number[]>>,
): Map<number, Terms> {
  const { buses, lines } = whole;
  const island = islandOf(buses, lines);
  for (const line of lines) {
    const key = `${line.key}_${hour}`;
    const loss = lp.variable(`loss_${key}`, 0, Number.POSITIVE_INFINITY);
    const r = line.r_pu / BASE_MVA;
    for (const [index, beside] of BESIDE_MW.entries()) {
      const mw = (flows[line.id]?.[hour] ?? 0) + beside;
      const terms: Terms = { [loss]: 1, [`f_base_${key}`]: -2 * r * mw };
      lp.row(`tangent_${key}_${index}`, terms, '>=', -r * mw * mw);
    }
  }
  return new Map(
    buses.map((bus) => {
      const share = lossShare(whole, island, bus, hour);
      const members = lines.filter((line) => island.get(line.from_bus) === island.get(bus));
      return [bus, sum(members.map(({ key }) => ({ [`loss_${key}_${hour}`]: -share })))];
    }),
  );
}

/** Injection and load at each bus, and the flows at which losses are linearised. */
interface Balanced {
  injection(whole: ReferenceCase, bus: number, hour: number): Terms;
  loadAt(whole: ReferenceCase, bus: number, hour: number): number;
  /** Line -> MW per hour. */
  readonly flows?: Readonly<Record<string, readonly number[]>> | undefined;
}

export const SUPPLIED: Balanced = { injection, loadAt };

export function addBalance(lp: LinearProgram, whole: ReferenceCase, balanced: Balanced = SUPPLIED): void {
  const { buses, hours } = whole;
  const pictures = [{ name: 'base', left: whole.lines }, ...outages(whole)];
  for (const hour of hours) {
    addSlacks(lp, whole, hour);
    if (whole.isPlate) {
      const terms = sum(buses.map((bus) => balanced.injection(whole, bus, hour)));
      const load = buses.reduce((sum, bus) => sum + balanced.loadAt(whole, bus, hour), 0);
      lp.row(`balance_${hour}`, terms, '=', load);
      continue;
    }
    const { flows } = balanced;
    const losses = whole.losses && flows ? addLosses(lp, whole, hour, flows) : undefined;
    const lossy: Balanced = {
      ...balanced,
      injection: (all, bus, at) => ({ ...balanced.injection(all, bus, at), ...losses?.get(bus) }),
    };
    for (const { name, left: remainingLines } of pictures)
      addFlows(lp, whole, remainingLines, hour, name, lossy);
  }
  addInterfaces(lp, whole);
  addGeneratorOutages(lp, whole);
}

/** Adds unserved energy per bus (that of its loads), overflow per line, and the power of DC lines. */
function addSlacks(lp: LinearProgram, whole: ReferenceCase, hour: number): void {
  for (const bus of whole.buses) {
    const shed = lp.variable(`shed_${busKey(bus)}_${hour}`, 0, Math.max(0, loadAt(whole, bus, hour)));
    const lost: Record<string, number> = { [shed]: -1 };
    for (const [index, load] of whole.loads.entries()) {
      const { most = 0, price = 0 } = load.bus === bus ? (load.shed[hour] ?? {}) : {};
      if (most > 0)
        lost[lp.variable(`lost_${index}_${hour}`, 0, Math.max(0, at(load.values, hour)), price)] = 1;
    }
    lp.row(`shed_of_${busKey(bus)}_${hour}`, lost, '=', 0);
  }
  for (const [position, line] of whole.dcLines.entries()) addDcLine(lp, line, position, hour);
  for (const { key, overflow, shifter } of whole.lines) {
    lp.variable(`over_${key}_${hour}`, 0, overflow[hour]?.most ?? 0, overflow[hour]?.price);
    if (shifter) addShifter(lp, shifter, `${key}_${hour}`);
  }
}

/** Adds the angle of a phase shifter, and its size, which costs. */
function addShifter(lp: LinearProgram, shifter: NonNullable<ReferenceLine['shifter']>, name: string): void {
  const angle = lp.variable(`turn_${name}`, shifter.min_deg, shifter.max_deg);
  const size = lp.variable(`turned_${name}`, 0, 360, shifter.cost_usd_per_deg_h ?? 0);
  lp.row(`turn_forth_${name}`, { [size]: 1, [angle]: -1 }, '>=', 0);
  lp.row(`turn_back_${name}`, { [size]: 1, [angle]: 1 }, '>=', 0);
}

/** Adds a DC line. Its power `dc` is positive in one direction and negative in the other; `way` is 1 for the latter. */
function addDcLine(lp: LinearProgram, line: ReferenceDcLine, position: number, hour: number): void {
  const name = `${position}_${hour}`;
  const [least, most] = [at(line.least, hour), at(line.most, hour)];
  const [mostForth, mostBack] = [Math.max(0, most), Math.max(0, -least)];
  const power = lp.variable(`dc_${name}`, least, most);
  const forth = lp.variable(`forth_${name}`, 0, mostForth, line.price);
  const back = lp.variable(`back_${name}`, 0, mostBack, line.price);
  const way = lp.binary(`way_${name}`);
  lp.row(`sent_${name}`, { [power]: 1, [forth]: -1, [back]: 1 }, '=', 0);
  lp.row(`forth_only_${name}`, { [forth]: 1, [way]: mostForth }, '<=', mostForth);
  lp.row(`back_only_${name}`, { [back]: 1, [way]: -mostBack }, '<=', 0);
  const before: Terms = hour > 0 ? { [`dc_${position}_${hour - 1}`]: -1 } : {};
  if (hour === 0 && line.initial_power_mw === undefined) return;
  const start = hour > 0 ? 0 : (line.initial_power_mw ?? 0);
  lp.row(`rise_${name}`, { [power]: 1, ...before }, '<=', start + line.ramp_up);
  lp.row(`fall_${name}`, { [power]: 1, ...before }, '>=', start - line.ramp_down);
}

/** Limit of a line in an hour, MW. */
export const limitAt = (line: ReferenceLine, hour: number, isAfter: boolean): number =>
  at(isAfter ? line.emergencyLimits : line.limits, hour);

/** Name of the copy of the network whose flows an interface limits; undefined without one. */
export function pictureOf(
  whole: ReferenceCase,
  { contingency }: ReferenceCase['interfaces'][number],
): string | undefined {
  if (contingency === undefined) return 'base';
  const position = whole.contingencies.findIndex(({ id }) => id === contingency);
  const isLost = (id: string) => whole.contingencies[position]?.lines.includes(id) === true;
  // The loss of lines that are out of service changes nothing.
  if (position >= 0 && !whole.lines.some(({ id }) => isLost(id))) return 'base';
  return outages(whole).find(({ name }) => name === `c${position}`)?.name;
}

/** Flow of an interface, in variables of the network and of DC lines. */
function interfaceTerms(whole: ReferenceCase, i: number, picture: string, hour: number): Terms {
  const terms: Record<string, number> = {};
  const { lines = [], dc_lines = [], contingency } = whole.interfaces[i] ?? {};
  const lost = whole.contingencies.find(({ id }) => id === contingency)?.lines ?? [];
  const add = (name: string, factor: number) => {
    terms[name] = (terms[name] ?? 0) + factor;
  };
  for (const { id, factor } of lines)
    for (const { key } of whole.lines.filter((line) => line.id === id && !lost.includes(id)))
      add(`f_${picture}_${key}_${hour}`, factor);
  for (const { id, factor } of dc_lines) {
    const position = whole.dcLines.findIndex((line) => line.id === id);
    if (position >= 0) add(`dc_${position}_${hour}`, factor);
  }
  return terms;
}

function addInterfaces(lp: LinearProgram, whole: ReferenceCase): void {
  for (const [i, item] of whole.interfaces.entries()) {
    const picture = pictureOf(whole, item);
    if (picture === undefined) continue;
    for (const hour of whole.hours) {
      const flow = lp.variable(`through_${i}_${hour}`, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
      const over = lp.variable(`beyond_${i}_${hour}`, 0, item.overflow.most, item.overflow.price);
      lp.row(`through_of_${i}_${hour}`, { ...interfaceTerms(whole, i, picture, hour), [flow]: -1 }, '=', 0);
      lp.row(`most_${i}_${hour}`, { [flow]: 1, [over]: -1 }, '<=', at(item.most, hour));
      lp.row(`least_${i}_${hour}`, { [flow]: 1, [over]: 1 }, '>=', at(item.least, hour));
    }
  }
}

/** Adds one copy of the network, intact or after an outage: angles, flows, a balance per bus, limits. */
function addFlows(
  lp: LinearProgram,
  whole: ReferenceCase,
  lines: readonly ReferenceLine[],
  hour: number,
  picture: string,
  balanced: Balanced,
): void {
  const { buses } = whole;
  const angle = (bus: number) => `theta_${picture}_${busKey(bus)}_${hour}`;
  const flow = ({ key }: ReferenceLine) => `f_${picture}_${key}_${hour}`;
  for (const bus of buses) lp.variable(angle(bus), Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  for (const line of lines) {
    const b = 1 / line.x_pu;
    lp.variable(flow(line), Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    const kirchhoff: Terms = { [flow(line)]: 1, [angle(line.from_bus)]: -b, [angle(line.to_bus)]: b };
    // Bus angles are in rad x 100 MVA.
    const perDegree = (b * 100 * Math.PI) / 180;
    if (line.shifter)
      lp.row(`kvl_${flow(line)}`, { ...kirchhoff, [`turn_${line.key}_${hour}`]: perDegree }, '=', 0);
    else lp.row(`kvl_${flow(line)}`, kirchhoff, '=', -b * 100 * ((line.phase_shift_deg * Math.PI) / 180));
    const limit = limitAt(line, hour, picture !== 'base');
    const over = `over_${line.key}_${hour}`;
    lp.row(`above_${flow(line)}`, { [flow(line)]: 1, [over]: -1 }, '<=', limit);
    lp.row(`below_${flow(line)}`, { [flow(line)]: -1, [over]: -1 }, '<=', limit);
  }
  for (const bus of buses) {
    const out = lines
      .filter((line) => line.from_bus === bus || line.to_bus === bus)
      .map((line) => ({ [flow(line)]: line.from_bus === bus ? -1 : 1 }));
    const terms = { ...balanced.injection(whole, bus, hour), ...sum(out) };
    lp.row(`balance_${picture}_${busKey(bus)}_${hour}`, terms, '=', balanced.loadAt(whole, bus, hour));
  }
}

const outages = ({ buses, contingencies, lines }: ReferenceCase): { name: string; left: ReferenceLine[] }[] =>
  contingencies
    .map((contingency, position) => ({
      name: `c${position}`,
      left: lines.filter((line) => !contingency.lines.includes(line.id)),
    }))
    .filter(({ left }) => left.length < lines.length && islands(buses, left) === islands(buses, lines));

/** Island of every bus: both ends of a line take the smaller number, until no number changes. */
export function islandOf(buses: readonly number[], lines: readonly ReferenceLine[]): Map<number, number> {
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

const islands = (buses: readonly number[], lines: readonly ReferenceLine[]): number =>
  new Set(islandOf(buses, lines).values()).size;

function addGeneratorOutages(lp: LinearProgram, whole: ReferenceCase): void {
  for (const [position, { generators }] of whole.contingencies.entries()) {
    if (generators.length === 0) continue;
    for (const hour of whole.hours) {
      const terms = whole.generators.map((unit, index): Terms => {
        const power: Terms = { [unitVariable('p', index, hour)]: -1 };
        if (generators.includes(unit.name)) return power;
        return { ...power, [unitVariable('u', index, hour)]: at(unit.p_max, hour) };
      });
      lp.row(`headroom_${position}_${hour}`, sum(terms), '>=', 0);
    }
  }
}
