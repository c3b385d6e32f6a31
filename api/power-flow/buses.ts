/** Buses by id, and the pairs of buses that lines join. */
import type { ElementId } from './findings.ts';

export interface BusIndex<B> {
  /** In input order, each id once. */
  readonly distinct: readonly B[];
  /** Place in `distinct` by id as a string. */
  readonly places: ReadonlyMap<string, number>;
  readonly duplicates: ReadonlySet<B>;
}

/** Among several buses with the same id the first counts. */
export function indexBuses<B extends { readonly id: ElementId }>(buses: readonly B[]): BusIndex<B> {
  const distinct: B[] = [];
  const places = new Map<string, number>();
  const duplicates = new Set<B>();
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

/** `to_bus 9 is not a known bus` for each field that names a bus which does not exist; absent ones name none. */
export const unknownBuses = <Field extends string>(
  places: ReadonlyMap<string, number>,
  element: { readonly [F in Field]?: ElementId | null | undefined },
  fields: readonly Field[],
): string[] =>
  fields
    .filter((field) => {
      const id = element[field];
      return id !== undefined && id !== null && !places.has(String(id));
    })
    .map((field) => `${field} ${element[field]} is not a known bus`);

export interface Ends {
  readonly from_bus: ElementId;
  readonly to_bus: ElementId;
}

export const ENDS = ['from_bus', 'to_bus'] as const;

/** Parallel lines have the same key, whichever end comes first. Ids may hold any character, so a length leads. */
export function busPair({ from_bus, to_bus }: Ends): string {
  const [a, b] = [String(from_bus), String(to_bus)];
  return a < b ? `${a.length}:${a}${b}` : `${b.length}:${b}${a}`;
}

export const isSelfLoop = ({ from_bus, to_bus }: Ends): boolean => String(from_bus) === String(to_bus);
