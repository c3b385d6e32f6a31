/** A case as its drawing shows it: each element marked by its worst finding (pure). */
import { kindOfUnit } from '../../client/fuels.ts';
import type { BusPlaces } from '../network/case-network.ts';
import type { Network as Drawn } from '../network/scene.ts';
import { keyOf, type Network, type Severity } from './findings.ts';

const BY_NUMBER = new Intl.Collator('en', { numeric: true });

/** In the order of numbers, as in other views of the network. `places` are those of a stored network. */
export function drawnCase({ buses, lines, generators }: Network, places: BusPlaces = new Map()): Drawn {
  const units = generators.map(({ id, bus, p_max_mw }) => ({
    name: String(id),
    at: String(bus),
    kind: kindOfUnit({ name: String(id) }),
    mw: p_max_mw ?? 1,
  }));
  return {
    buses: buses
      .map(({ id }) => String(id))
      .sort(BY_NUMBER.compare)
      .map((id) => ({ ...places.get(id), id, units: units.filter(({ at }) => at === id) })),
    lines: lines.map(({ id, from_bus, to_bus, s_nom_mva }) => ({
      id: String(id),
      from: String(from_bus),
      to: String(to_bus),
      rating: s_nom_mva ?? undefined,
    })),
  };
}

type Marks = ReadonlyMap<string, 'error' | 'warning'>;

/** A unit is a part of its bus. Notes are no marks: they ask for nothing. */
export function drawnMarks(
  { generators }: Network,
  marks: ReadonlyMap<string, Severity>,
): { readonly busMarks: Marks; readonly lineMarks: Marks } {
  const busMarks = new Map<string, 'error' | 'warning'>();
  const lineMarks = new Map<string, 'error' | 'warning'>();
  const busOf = new Map(generators.map(({ id, bus }) => [keyOf('generator', id), String(bus)]));
  for (const [element, severity] of marks) {
    if (severity === 'info') continue;
    const [type = '', id = ''] = element.split(/:(.*)/s);
    if (type === 'line') lineMarks.set(id, severity);
    else {
      const bus = busOf.get(element) ?? id;
      if (busMarks.get(bus) !== 'error') busMarks.set(bus, severity);
    }
  }
  return { busMarks, lineMarks };
}

/** The place of an element in the drawing; undefined for none. */
export function drawnElement({ generators }: Network, element: string | undefined) {
  if (!element) return undefined;
  const [type = '', id = ''] = element.split(/:(.*)/s);
  if (type === 'line') return { kind: 'line', id } as const;
  const unit = generators.find((one) => keyOf('generator', one.id) === element);
  return { kind: 'bus', id: unit ? String(unit.bus) : id } as const;
}
