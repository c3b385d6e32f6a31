/** Whether the lines in service connect all buses, and refer to buses that exist. */
import { type BusIndex, busPair, ENDS, indexBuses, isSelfLoop, unknownBuses } from '../buses.ts';
import { type Branch, findIslands, idsOf } from '../find-islands.ts';
import { type ElementId, nameOf } from '../findings.ts';

interface Bus {
  readonly id: ElementId;
}

interface NamedBranch extends Branch {
  readonly id?: ElementId | null | undefined;
}

export interface Topology {
  readonly buses: readonly Bus[];
  readonly lines: readonly NamedBranch[];
}

interface CheckedTopology {
  readonly valid: boolean;
  readonly floating_buses: ElementId[];
  /** Empty when connected. */
  readonly islands: ElementId[][];
  readonly critical_issues: string[];
  readonly warnings: string[];
  readonly summary: {
    readonly buses: number;
    readonly lines: number;
    readonly components: number;
    /** Buses at the end of a single line. */
    readonly radial_buses: number;
  };
}

export function checkTopology({ buses, lines }: Topology): CheckedTopology {
  const index = indexBuses(buses);
  const { islands, degree } = findIslands(index, lines);
  const { critical, warnings } = checkBranches(index, lines);
  const floating = index.distinct.length > 1 ? alone(index.distinct, degree) : [];
  const isSplit = islands.length > 1;
  const issues = [
    ...(buses.length === 0 ? ['No buses supplied'] : []),
    ...[...index.duplicates].map(({ id }) => `Bus ${id}: duplicate id`),
    ...critical,
    ...floating.map((id) => `Bus ${id} is floating (no line connected)`),
    ...(isSplit ? [`Network is split into ${islands.length} islands`] : []),
  ];
  return {
    valid: issues.length === 0,
    floating_buses: floating,
    islands: isSplit ? idsOf(islands) : [],
    critical_issues: issues,
    warnings,
    summary: {
      buses: index.distinct.length,
      lines: lines.length,
      components: islands.length,
      radial_buses: degree.filter((ends) => ends === 1).length,
    },
  };
}

/** Buses without a line. */
function alone(buses: readonly Bus[], degree: Int32Array): ElementId[] {
  const ids: ElementId[] = [];
  for (const [place, { id }] of buses.entries()) {
    if (degree[place] === 0) ids.push(id);
  }
  return ids;
}

/** What lines refer to, in service or not, and which of those in service are parallel. */
function checkBranches({ places }: BusIndex<Bus>, lines: readonly NamedBranch[]) {
  const critical: string[] = [];
  const warnings: string[] = [];
  const firsts = new Map<string, string>();
  for (const [place, line] of lines.entries()) {
    const { from_bus, to_bus } = line;
    const name = nameOf('lines', line.id, place);
    critical.push(...unknownBuses(places, line, ENDS).map((what) => `${name}: ${what}`));
    if (isSelfLoop(line)) critical.push(`${name}: both ends at bus ${from_bus}`);
    else if (line.in_service !== false) {
      const pair = busPair(line);
      const first = firsts.get(pair);
      if (first) warnings.push(`${first} and ${name} are parallel between buses ${from_bus} and ${to_bus}`);
      else firsts.set(pair, name);
    }
  }
  return { critical, warnings };
}
