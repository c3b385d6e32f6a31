/** Reads a MATPOWER case (version 2 of `caseformat`) as a network whose series have one hour. */
import type { NetworkBody } from '../../../temporal/case/network-body.ts';
import { voltage } from '../base/conventions.ts';
import type { Bus } from '../base/network-parts.ts';
import { createReport, type ImportedNetwork } from '../base/report.ts';
import { BUS, Row } from './caseformat.ts';
import {
  fixedLoads,
  type Grid,
  noteOthers,
  readBranches,
  readDcLines,
  readUnits,
  toGrid,
} from './elements.ts';
import { type MatpowerCase, parseMatpower } from './parse-matpower.ts';

const FREQUENCY_HZ = 60;
/** Longest name, characters. */
const LONGEST = 200;

/**
 * Reads a network. For an unreadable value, throws `MatpowerError` with the line, or `ImportError` with matrix, row and
 * column.
 */
export function readMatpowerNetwork(text: string): ImportedNetwork {
  const report = createReport();
  const data = parseMatpower(text);
  const rows = data.bus.map((cells, b) => new Row(cells, 'bus', b, report));
  const grid = toGrid(rows);
  const buses = readBuses(rows, grid, data.busNames);
  report.keep('names', 'names of buses', data.busNames.length);
  const fixed = fixedLoads(rows, grid, [1]);
  const units = readUnits(data, grid, fixed, 1, report);
  const lines = readLines(data, buses, readBranches(data, grid, report));
  const dc_lines = readDcLines(data, grid, report);
  const loads = [...fixed, ...units.loads];
  noteOthers(data, report);
  report.keep('generators', 'units in service', units.generators.length);
  report.keep('loads', 'loads and shunt conductances', loads.length);
  report.keep('buses', 'buses with voltage, type, area and zone', buses.length);
  report.keep('lines', 'branches with impedance, ratings, tap and shift', lines.length);
  report.keep('dc_lines', 'DC lines with scheduled flow', dc_lines.length);
  const network: NetworkBody = {
    base_mva: data.baseMva,
    nominal_frequency_hz: FREQUENCY_HZ,
    buses,
    lines,
    dc_lines,
    generators: units.generators,
    renewables: units.sources,
    loads,
  };
  return { network, report: report.report() };
}

function readBuses(rows: readonly Row[], { types }: Grid, names: readonly string[]): Bus[] {
  return rows.map((row, b) => {
    const id = row.at(BUS.id);
    const v_nom_kv = voltage(row.at(BUS.baseKv), 'info', row.notes(BUS.baseKv));
    const [area, zone] = [row.at(BUS.area), row.at(BUS.zone)];
    const name = names[b]?.trim().slice(0, LONGEST) || `Bus ${id}`;
    return { id, name, v_nom_kv, type: types.get(id) ?? 'pq', area: String(area), zone: String(zone) };
  });
}

/** Reads the lines; impedances become ohm at the voltage of the first bus. */
function readLines(
  { baseMva }: MatpowerCase,
  buses: readonly Bus[],
  branches: ReturnType<typeof readBranches>,
): NetworkBody['lines'] {
  const kvOf = new Map(buses.map(({ id, v_nom_kv }) => [id, v_nom_kv]));
  return branches.map(({ r, x, tap, ...line }) => ({
    ...line,
    r_ohm: (r * (kvOf.get(line.from_bus) ?? 1) ** 2) / baseMva,
    x_pu: x,
    ...(tap !== 1 && { tap_ratio: tap }),
  }));
}
