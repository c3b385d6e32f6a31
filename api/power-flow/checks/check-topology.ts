/** Checks that the lines in service connect all buses, and that lines refer to existing buses. */
import {
  type Bus,
  type BusIndex,
  busPair,
  ENDS,
  findIslands,
  idsOf,
  indexBuses,
  isSelfLoop,
  type Line,
  type Network,
  nameOf,
  unknownBuses,
} from '../elements.ts';
import { type ElementId, error, gatherMessages } from '../findings.ts';

export type Topology = Pick<Network, 'buses' | 'lines'>;

/** Checks the topology. `islands`: empty when the network is connected. */
export function checkTopology({ buses, lines }: Topology) {
  const index = indexBuses(buses);
  const { islands, degree } = findIslands(index, lines);
  const { errors, warnings } = checkBranches(index, lines);
  const floating = index.distinct.length > 1 ? alone(index.distinct, degree) : [];
  const isSplit = islands.length > 1;
  const issues = [
    ...(buses.length === 0 ? ['No buses supplied'] : []),
    ...[...index.duplicates].map(({ id }) => `Bus ${id}: duplicate id`),
    ...errors,
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

/** Buses to which no line is connected. */
const alone = (buses: readonly Bus[], degree: Int32Array): ElementId[] =>
  buses.filter((_, place) => degree[place] === 0).map(({ id }) => id);

/**
 * Checks that all lines, in service or not, refer to existing buses, and finds parallel lines among those in service.
 */
function checkBranches(index: BusIndex, lines: readonly Line[]) {
  const { errors, warnings, tell } = gatherMessages();
  const firsts = new Map<string, string>();
  for (const [place, line] of lines.entries()) {
    const { from_bus, to_bus } = line;
    const name = nameOf('lines', line, place);
    tell(name, unknownBuses(index, line, ENDS));
    if (isSelfLoop(line)) tell(name, [error(`both ends at bus ${from_bus}`)]);
    else if (line.in_service !== false) {
      const pair = busPair(line);
      const first = firsts.get(pair);
      if (first) warnings.push(`${first} and ${name} are parallel between buses ${from_bus} and ${to_bus}`);
      else firsts.set(pair, name);
    }
  }
  return { errors, warnings };
}
