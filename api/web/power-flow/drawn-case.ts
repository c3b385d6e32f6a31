/** A case as its drawing shows it: each element marked by its worst finding (pure). */
import { keyOf, type Network, type Severity } from './findings.ts';

interface DrawnCase {
  readonly buses: readonly { readonly id: string; readonly hasUnits: boolean }[];
  readonly lines: readonly { readonly id: string; readonly from: string; readonly to: string }[];
}

export function drawnCase({ buses, lines, generators }: Network): DrawnCase {
  const withUnits = new Set(generators.map(({ bus }) => String(bus)));
  return {
    buses: buses.map(({ id }) => ({ id: String(id), hasUnits: withUnits.has(String(id)) })),
    lines: lines.map(({ id, from_bus, to_bus }) => ({
      id: String(id),
      from: String(from_bus),
      to: String(to_bus),
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
