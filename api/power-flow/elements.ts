/** Buses, lines and generators as the checks read them. Values may be missing, null or NaN, which the checks report. */
import { byIsland, createIslands } from '../../temporal/case/arithmetic/islands.ts';
import { amountAt } from '../../temporal/case/arithmetic/series.ts';
import { type ElementId, error, type Remark } from './findings.ts';

export type Measured = number | null | undefined;

export interface Bus {
  readonly id: ElementId;
  readonly v_nom_kv?: Measured;
  readonly v_pu?: Measured;
  readonly angle_deg?: Measured;
  /** Voltage limits of this bus, used instead of the general ones. */
  readonly v_min_pu?: Measured;
  readonly v_max_pu?: Measured;
}

export interface Ends {
  readonly from_bus: ElementId;
  readonly to_bus: ElementId;
}

/** Values of a line, except its ends. */
export interface LineValues {
  readonly id?: ElementId | null | undefined;
  /** False if the line is out of service; with any other value, or none, it is in service. */
  readonly in_service?: boolean | null | undefined;
  readonly r_ohm?: Measured;
  readonly x_ohm?: Measured;
  /** Rating, MVA; 0 or missing means unlimited. */
  readonly s_nom_mva?: Measured;
  /** Type of the branch; `transformer` in any case of letters. */
  readonly type?: string | null | undefined;
  /** Tap ratio as in MATPOWER, where 0 marks a line. */
  readonly tap_ratio?: Measured;
  /** Lower limit of the angle at `from` minus the angle at `to`; if absent, the general limit applies. */
  readonly angle_min_deg?: Measured;
  readonly angle_max_deg?: Measured;
}

export interface Line extends Ends, LineValues {}

export interface Generator {
  readonly id?: ElementId | null | undefined;
  readonly bus?: ElementId | null | undefined;
  readonly p_mw?: Measured;
  readonly p_min_mw?: Measured;
  readonly p_max_mw?: Measured;
  readonly q_mvar?: Measured;
  readonly q_min_mvar?: Measured;
  readonly q_max_mvar?: Measured;
}

export type Named<E> = E & { readonly id: ElementId };

export interface Network {
  readonly buses: readonly Bus[];
  readonly lines: readonly Line[];
  readonly generators: readonly Generator[];
}

const NOUNS = { lines: 'Line', generators: 'Generator' } as const;

/** Name of an element in messages: its id, or its position in the request if it has none. */
export const nameOf = (list: keyof typeof NOUNS, { id }: Line | Generator, place: number): string =>
  id === undefined || id === null ? `${list}[${place}]` : `${NOUNS[list]} ${id}`;

export interface BusIndex {
  /** Buses in input order; of several buses with the same id, only the first. */
  readonly distinct: readonly Bus[];
  /** Id as a string -> position in `distinct`. */
  readonly places: ReadonlyMap<string, number>;
  readonly duplicates: ReadonlySet<Bus>;
}

export function indexBuses(buses: readonly Bus[]): BusIndex {
  const distinct: Bus[] = [];
  const places = new Map<string, number>();
  const duplicates = new Set<Bus>();
  for (const bus of buses) {
    const id = String(bus.id);
    if (places.has(id)) duplicates.add(bus);
    else {
      places.set(id, distinct.length);
      distinct.push(bus);
    }
  }
  return { distinct, places, duplicates };
}

/** The bus at each end of a line; undefined if the bus does not exist. */
export const busesAtEnds = ({ from_bus, to_bus }: Ends, { distinct, places }: BusIndex) =>
  [from_bus, to_bus].map((id) => distinct[places.get(String(id)) ?? -1]);

/**
 * A message such as `to_bus 9 is not a known bus` for each field that refers to an unknown bus; absent fields are
 * skipped.
 */
export const unknownBuses = <Field extends string>(
  { places }: BusIndex,
  element: { readonly [F in Field]?: ElementId | null | undefined },
  fields: readonly Field[],
): Remark[] =>
  fields
    .filter((field) => {
      const id = element[field];
      return id !== undefined && id !== null && !places.has(String(id));
    })
    .map((field) => error(`${field} ${element[field]} is not a known bus`));

export const ENDS = ['from_bus', 'to_bus'] as const;

/**
 * Key that parallel lines share in either direction. A length prefix makes the key unique, as ids may contain any
 * character.
 */
export function busPair({ from_bus, to_bus }: Ends): string {
  const [a, b] = [String(from_bus), String(to_bus)];
  return a < b ? `${a.length}:${a}${b}` : `${b.length}:${b}${a}`;
}

export const isSelfLoop = ({ from_bus, to_bus }: Ends): boolean => String(from_bus) === String(to_bus);

/**
 * Finds islands. `islands`: lists of buses in input order, the largest island first. `degree`: number of line ends in
 * service at each bus, without self-loops, in the order of `distinct`.
 */
export function findIslands({ distinct, places }: BusIndex, lines: readonly Line[]) {
  const islands = createIslands(distinct.length);
  const degree = new Int32Array(distinct.length);
  for (const { from_bus, to_bus, in_service } of lines) {
    const from = places.get(String(from_bus));
    const to = places.get(String(to_bus));
    if (in_service === false || from === undefined || to === undefined || from === to) continue;
    for (const bus of [from, to]) degree[bus] = amountAt(degree, bus) + 1;
    islands.join(from, to);
  }
  const bySize = byIsland(distinct, islands.ofEachBus()).sort((a, b) => b.length - a.length);
  return { islands: bySize, degree };
}

/** Islands, each as a list of bus ids. */
export const idsOf = (islands: readonly (readonly Bus[])[]): ElementId[][] =>
  islands.map((island) => island.map(({ id }) => id));
