/** A MATPOWER case (version 2 of `caseformat`) -> a network of one hour, whose loads repeat. */
import type { NetworkBody } from '../../../temporal/case/messages/network-body.ts';
import type { Bus, Line } from '../base/network-parts.ts';
import { createReport, ImportError, type ImportedNetwork, type ReportBuilder } from '../base/report.ts';
import { BRANCH, BUS, DC_LINE, GENCOST, type Row, toRow } from './caseformat.ts';
import { fixedLoads, type Grid, inService, noteOtherFields, readUnits, toGrid } from './elements.ts';
import { type MatpowerCase, parseMatpower } from './parse-matpower.ts';

const FREQUENCY_HZ = 60;
const TYPES: readonly (Bus['type'] | undefined)[] = [undefined, 'pq', 'pv', 'slack', 'pq'];

/** Throws `MatpowerError` with the line, or `ImportError` with matrix, row and column, of what cannot be read. */
export function readMatpowerNetwork(text: string): ImportedNetwork {
  const report = createReport();
  const data = parseMatpower(text);
  noteOtherFields(text, report, ['dcline']);
  const rows = data.bus.map((cells, b) => toRow(cells, 'bus', b));
  const buses = readBuses(rows, report);
  const grid = toGrid(rows);
  const units = readUnits(data, grid, 1, report);
  const lines = readLines(data, grid, new Map(buses.map(({ id, v_nom_kv }) => [id, v_nom_kv])), report);
  const dc_lines = readDcLines(data, grid, report);
  const loads = [...fixedLoads(rows, grid, [1]), ...units.loads];
  report.drop('info', 'ac', 'Set points of voltage and reactive power', []);
  report.change('info', 'state', 'Every unit in service is on before the first hour', ['gen']);
  report.keep('generators', 'units in service', units.generators.length);
  report.keep('loads', 'loads and shunt conductances', loads.length);
  report.keep('buses', 'buses with voltage, type, area and zone', buses.length);
  report.keep('lines', 'branches with impedance, ratings, tap and shift', lines.length);
  report.keep('dc_lines', 'DC lines as flows that are set', dc_lines.length);
  const network: NetworkBody = {
    base_mva: data.baseMva,
    nominal_frequency_hz: FREQUENCY_HZ,
    buses,
    lines,
    dc_lines,
    generators: units.generators.map((unit) => ({ ...unit, ...shutdownCost(unit.name, data) })),
    renewables: units.renewables.map(({ energy_limits: _, ...unit }) => unit),
    loads,
  };
  return { network, report: report.report() };
}

function readBuses(rows: readonly Row[], report: ReportBuilder): Bus[] {
  const seen = new Set<number>();
  return rows.map((row) => {
    const id = row.at(BUS.id);
    if (!Number.isSafeInteger(id)) throw new ImportError([...row.path, BUS.id], 'Should be a whole number');
    if (seen.has(id)) throw new ImportError([...row.path, BUS.id], `Bus ${id} is there twice`);
    seen.add(id);
    const type = TYPES[row.at(BUS.type)];
    if (!type) throw new ImportError([...row.path, BUS.type], 'Should be 1, 2, 3 or 4');
    const kv = row.at(BUS.baseKv);
    if (kv <= 0) report.change('info', 'base_kv', 'A voltage of 0 is 1 kV', [...row.path, BUS.baseKv]);
    const [area, zone] = [row.at(BUS.area), row.at(BUS.zone)];
    return { id, name: `Bus ${id}`, v_nom_kv: kv > 0 ? kv : 1, type, area: String(area), zone: String(zone) };
  });
}

/** Out of service or not: a network keeps both. */
function readLines(
  { branch, baseMva }: MatpowerCase,
  grid: Grid,
  kvOf: ReadonlyMap<number, number>,
  report: ReportBuilder,
): Line[] {
  return branch.map((cells, l) => {
    const row = toRow(cells, 'branch', l);
    const from_bus = row.at(BRANCH.from);
    const ohm = (kvOf.get(from_bus) ?? 1) ** 2 / baseMva;
    const [rating, emergency, tap, shift] = [BRANCH.rateA, BRANCH.rateC, BRANCH.tap, BRANCH.shift].map((c) =>
      row.at(c),
    ) as [number, number, number, number];
    if (row.at(BRANCH.x) === 0) throw new ImportError([...row.path, BRANCH.x], 'Should not be 0');
    if (row.at(BRANCH.r) < 0) report.change('info', 'resistance', 'A resistance below 0 is 0', row.path);
    if (from_bus === row.at(BRANCH.to))
      throw new ImportError([...row.path, BRANCH.to], 'A line should connect two different buses');
    return {
      id: `L${l + 1}`,
      from_bus,
      to_bus: row.at(BRANCH.to),
      r_ohm: Math.max(0, row.at(BRANCH.r)) * ohm,
      x_pu: row.at(BRANCH.x),
      s_nom_mva: rating > 0 ? rating : null,
      ...(rating > 0 && emergency > rating && { s_emergency_mva: emergency }),
      ...(tap > 0 && { tap_ratio: tap }),
      ...(shift !== 0 && { phase_shift_deg: shift }),
      in_service: inService(row, BRANCH.status, grid, [BRANCH.from, BRANCH.to]),
    };
  });
}

function readDcLines({ dcline }: MatpowerCase, grid: Grid, report: ReportBuilder) {
  return dcline.map((cells, d) => {
    const row = toRow(cells, 'dcline', d);
    if (row.length <= DC_LINE.pmax) throw new ImportError(row.path, 'Should have limits of power');
    if (row.at(DC_LINE.loss0) !== 0 || row.at(DC_LINE.loss1) !== 0)
      report.drop('warning', 'dc_losses', 'Losses of DC lines', [...row.path, DC_LINE.loss0]);
    const [p_min_mw, p_max_mw] = [row.at(DC_LINE.pmin), row.at(DC_LINE.pmax)];
    if (p_min_mw > p_max_mw) throw new ImportError([...row.path, DC_LINE.pmin], 'Should be at most Pmax');
    return {
      id: `D${d + 1}`,
      from_bus: row.at(DC_LINE.from),
      to_bus: row.at(DC_LINE.to),
      p_min_mw,
      p_max_mw,
      in_service: inService(row, DC_LINE.status, grid, [DC_LINE.from, DC_LINE.to]),
    };
  });
}

/** The cost of unit `G1` is in the first row. */
function shutdownCost(name: string, { gencost }: MatpowerCase) {
  const usd = gencost[Number(name.slice(1)) - 1]?.[GENCOST.shutdown] ?? 0;
  return usd > 0 ? { shutdown_cost: usd } : {};
}
