/**
 * Bridges of a network: lines whose loss alone splits it. Depth-first search with low points (Tarjan,
 * "A note on finding the bridges of a graph", 1974), with a stack of its own: a chain of buses can be long.
 */
interface Branch {
  readonly id: string;
  readonly from_bus: number;
  readonly to_bus: number;
}

interface Visit {
  readonly bus: number;
  /** Line by which the bus was reached; parallel lines are told apart by it. */
  readonly by: string | undefined;
  readonly open: Branch[];
}

/** Ids of the lines in no cycle. */
export function bridges(lines: readonly Branch[]): Set<string> {
  const around = linesAround(lines);
  const found = new Set<string>();
  const order = new Map<number, number>();
  for (const bus of around.keys()) if (!order.has(bus)) search(bus, around, order, found);
  return found;
}

function linesAround(lines: readonly Branch[]): Map<number, Branch[]> {
  const around = new Map<number, Branch[]>();
  for (const line of lines) {
    for (const bus of [line.from_bus, line.to_bus]) around.set(bus, [...(around.get(bus) ?? []), line]);
  }
  return around;
}

/** `order`: position of each bus in the search. */
function search(
  root: number,
  around: ReadonlyMap<number, Branch[]>,
  order: Map<number, number>,
  found: Set<string>,
): void {
  /** Earliest bus reached from below each bus. */
  const low = new Map<number, number>();
  const lower = (bus: number, to: number) => low.set(bus, Math.min(low.get(bus) ?? to, to));
  const enter = (bus: number, by: string | undefined): Visit => {
    order.set(bus, order.size);
    lower(bus, order.size - 1);
    return { bus, by, open: [...(around.get(bus) ?? [])] };
  };
  const path = [enter(root, undefined)];
  for (let visit = path.at(-1); visit; visit = path.at(-1)) {
    const { bus, by, open } = visit;
    const line = open.pop();
    if (!line) {
      path.pop();
      close(visit, path.at(-1)?.bus);
      continue;
    }
    const next = line.from_bus === bus ? line.to_bus : line.from_bus;
    const seen = order.get(next);
    if (seen === undefined) path.push(enter(next, line.id));
    else if (line.id !== by) lower(bus, seen);
  }

  function close({ bus, by }: Visit, parent: number | undefined): void {
    if (parent === undefined || by === undefined) return;
    const reached = low.get(bus) ?? 0;
    lower(parent, reached);
    if (reached > (order.get(parent) ?? 0)) found.add(by);
  }
}
