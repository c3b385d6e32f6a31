/** A case and its result as a network that can be drawn, and what is seen of it in one hour (pure). */
import type { Mark, Network } from '../network/scene.ts';
import type { Matrix } from './matrix.ts';
import type { Binding, Case, Line } from './pack.ts';

export type GivenNetwork = Pick<
  Case,
  'generators' | 'loads' | 'transmission_lines' | 'contingencies' | 'renewables' | 'storage'
>;

/** Buses as the lines, units and loads name them, in the order of their numbers. */
export function networkOf({
  generators,
  loads,
  transmission_lines,
  renewables,
  storage,
}: GivenNetwork): Network {
  const sources = [...generators, ...(renewables ?? []), ...(storage ?? [])];
  const withUnits = new Set(sources.map(({ bus }) => bus));
  const lines = (transmission_lines ?? []).filter(({ in_service }) => in_service !== false);
  const buses = new Set([...withUnits, ...loads.names.map(Number)]);
  for (const { from_bus, to_bus } of lines) buses.add(from_bus).add(to_bus);
  return {
    buses: [...buses].sort((a, b) => a - b).map((bus) => ({ id: String(bus), hasUnits: withUnits.has(bus) })),
    lines: lines.map(({ id, from_bus, to_bus }) => ({ id, from: String(from_bus), to: String(to_bus) })),
  };
}

/** Values of one hour in the order of `names`; NaN for what has none. */
export function atHour(
  { names: rows, hours, values }: Matrix,
  names: readonly string[],
  hour: number,
): Float64Array {
  const known = new Map(rows.map((name, row) => [name, row]));
  return Float64Array.from(names, (name) => {
    const row = known.get(name);
    return row === undefined ? Number.NaN : (values[row * hours + hour] ?? Number.NaN);
  });
}

interface Marked {
  readonly bindings: readonly Binding[];
  readonly overflow: Matrix;
  readonly hour: number;
  /** The contingency that is shown; undefined: all limits of the hour. */
  readonly contingency: string | undefined;
  readonly contingencies: Case['contingencies'];
}

export function marksOf({
  bindings,
  overflow,
  hour,
  contingency,
  contingencies = [],
}: Marked): Map<string, Mark> {
  const marks = new Map<string, Mark>();
  for (const { line_id, contingency_id, hour: at } of bindings)
    if (at === hour && (contingency === undefined || contingency === contingency_id))
      marks.set(line_id, 'binding');
  for (const [row, name] of overflow.names.entries())
    if ((overflow.values[row * overflow.hours + hour] ?? 0) > 1e-6) marks.set(name, 'overloaded');
  for (const line of contingencies.find(({ id }) => id === contingency)?.lines ?? []) marks.set(line, 'lost');
  return marks;
}

/** Contingencies that have to do with a line: after them it binds, or it is lost in them and another one binds. */
export function contingenciesOf(
  line: Line,
  bindings: readonly Binding[],
  contingencies: Case['contingencies'] = [],
) {
  const losing = new Set(contingencies.flatMap(({ id, lines }) => (lines?.includes(line.id) ? [id] : [])));
  const named = bindings.flatMap(({ line_id, contingency_id }) =>
    contingency_id !== null && (line_id === line.id || losing.has(contingency_id)) ? [contingency_id] : [],
  );
  return [...new Set(named)];
}
