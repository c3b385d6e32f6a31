/** Lines and DC lines of a stored network as parts of a payload, and the contingencies of a secure dispatch. */
import { withSeries } from '../../temporal/case/arithmetic/fields.ts';
import type { NetworkContent, NetworkLine } from '../../temporal/case/network-schema.ts';
import type { Contingency, DcLine, Interface, Line, PhaseShifter } from '../../temporal/case/schema.ts';
import type { HoursOf } from './series-hours.ts';

/** Base of per-unit values in payloads. */
const PAYLOAD_MVA = 100;

type LineData = Pick<NetworkContent, 'base_mva' | 'buses' | 'lines'> &
  Pick<Partial<NetworkContent>, 'dc_lines' | 'interfaces' | 'phase_shifters'>;

export interface LineOptions {
  /** Penalty of flow above a limit, $/MWh, for lines and interfaces that state none; it makes their limits soft. */
  readonly linePenalty?: number | undefined;
  /** True if the dispatch must survive the loss of any line in service, except a line whose loss splits the network. */
  readonly nMinus1?: boolean;
}

interface PayloadLines {
  readonly transmission_lines: Line[];
  readonly dc_lines?: DcLine[];
  readonly interfaces?: Interface[];
  readonly phase_shifters?: PhaseShifter[];
  readonly contingencies?: Contingency[];
}

export function payloadLines(network: LineData, hours: HoursOf, options: LineOptions): PayloadLines {
  const { linePenalty, nMinus1 } = options;
  const voltages = new Map(network.buses.map(({ id, v_nom_kv }) => [id, v_nom_kv]));
  return {
    transmission_lines: network.lines.map((stored) => {
      const line = toLine(stored, network.base_mva, voltages.get(stored.from_bus), linePenalty);
      return withSeries('transmission_lines', line, hours);
    }),
    ...(network.dc_lines && {
      dc_lines: network.dc_lines.map((line) => withSeries('dc_lines', line, hours)),
    }),
    ...(network.interfaces && {
      interfaces: network.interfaces.map((item) => ({
        ...withSeries('interfaces', item, hours),
        ...(item.penalty_usd_per_mwh === undefined &&
          linePenalty !== undefined && { penalty_usd_per_mwh: linePenalty }),
      })),
    }),
    ...(network.phase_shifters && { phase_shifters: network.phase_shifters }),
    ...(nMinus1 && { contingencies: lineOutages(network.lines) }),
  };
}

/**
 * Converts a line to per unit of 100 MVA, which losses and phase shifts in payloads assume. Impedances in ohm refer to
 * the voltage of `from_bus`: Z_base = V^2 / S, kV^2 / MVA = ohm. In the DC approximation the susceptance of a
 * transformer is 1 / (x tap) (MATPOWER manual, 3.7), so its reactance here is x tap.
 */
function toLine(line: NetworkLine, baseMva: number, kv: number | undefined, linePenalty?: number): Line {
  const { id, from_bus, to_bus, x_pu, x_ohm, r_ohm, s_nom_mva, s_emergency_mva, in_service } = line;
  const { tap_ratio = 1, phase_shift_deg, rating_mw_profile, emergency_rating_mw_profile } = line;
  const emergency = emergency_rating_mw_profile ?? s_emergency_mva;
  const isRated = s_nom_mva || rating_mw_profile;
  const { penalty_usd_per_mwh = isRated ? linePenalty : undefined } = line;
  const perUnit = (ohm: number): number | undefined =>
    kv === undefined ? undefined : (ohm * PAYLOAD_MVA) / kv ** 2;
  return {
    id,
    from_bus,
    to_bus,
    x_pu: tap_ratio * (x_pu ? x_pu * (PAYLOAD_MVA / baseMva) : (perUnit(x_ohm) ?? 0)),
    r_pu: perUnit(r_ohm),
    rating_mw: rating_mw_profile ?? (s_nom_mva || null),
    ...(emergency && { emergency_rating_mw: emergency }),
    ...(penalty_usd_per_mwh !== undefined && { penalty_usd_per_mwh }),
    ...(phase_shift_deg && { phase_shift_deg }),
    in_service,
  };
}

function lineOutages(lines: readonly NetworkLine[]): Contingency[] {
  const inService = lines.filter((line) => line.in_service);
  const islanding = bridges(inService);
  return inService
    .filter(({ id }) => !islanding.has(id))
    .map(({ id }) => ({ id: `loss of ${id}`, lines: [id] }));
}

type Branch = Pick<NetworkLine, 'id' | 'from_bus' | 'to_bus'>;

interface Visit {
  readonly bus: number;
  /** Id of the line by which the search reached the bus; it distinguishes parallel lines. */
  readonly by: string | undefined;
  readonly open: Branch[];
}

/**
 * Ids of the lines that are in no cycle, so that the loss of one of them splits the network. Depth-first search with
 * low points (Tarjan, "A note on finding the bridges of a graph", 1974), with an explicit stack, because a chain of
 * buses can be long.
 */
export function bridges(lines: readonly Branch[]): Set<string> {
  const around = linesAround(lines);
  const bridgeIds = new Set<string>();
  const order = new Map<number, number>();
  for (const bus of around.keys()) if (!order.has(bus)) search(bus, around, order, bridgeIds);
  return bridgeIds;
}

function linesAround(lines: readonly Branch[]): Map<number, Branch[]> {
  const around = new Map<number, Branch[]>();
  for (const line of lines) {
    for (const bus of [line.from_bus, line.to_bus]) around.set(bus, [...(around.get(bus) ?? []), line]);
  }
  return around;
}

/** Depth-first search from a bus. `order`: position of each bus in the search. */
function search(
  root: number,
  around: ReadonlyMap<number, Branch[]>,
  order: Map<number, number>,
  bridgeIds: Set<string>,
): void {
  /** Bus -> earliest position in the search that its subtree reaches. */
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
    const visited = order.get(next);
    if (visited === undefined) path.push(enter(next, line.id));
    else if (line.id !== by) lower(bus, visited);
  }

  function close({ bus, by }: Visit, parent: number | undefined): void {
    if (parent === undefined || by === undefined) return;
    const reached = low.get(bus) ?? 0;
    lower(parent, reached);
    if (reached > (order.get(parent) ?? 0)) bridgeIds.add(by);
  }
}
