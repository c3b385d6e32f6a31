/** What payloads and networks read alike of a MATPOWER case: units, loads, and what is in service. */
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import { checkCount, ImportError, type ReportBuilder } from '../base/report.ts';
import { BUS, GEN, type Row, toRow } from './caseformat.ts';
import { type Generation, generation } from './generation.ts';
import { assignments, type MatpowerCase } from './parse-matpower.ts';

const ISOLATED = 4;
/** Fields that are read, or that do not matter to the problem. */
const KNOWN = new Set([
  'version',
  'baseMVA',
  'bus',
  'gen',
  'branch',
  'gencost',
  'areas',
  'bus_name',
  'gentype',
]);

/** Bus numbers. */
export interface Grid {
  readonly known: ReadonlySet<number>;
  readonly isolated: ReadonlySet<number>;
}

export function toGrid(buses: readonly Row[]): Grid {
  const numbers = (rows: readonly Row[]) => new Set(rows.map((row) => row.at(BUS.id)));
  return { known: numbers(buses), isolated: numbers(buses.filter((row) => row.at(BUS.type) === ISOLATED)) };
}

/** `more`: fields that one reader reads beyond those of both. */
export function noteOtherFields(text: string, report: ReportBuilder, more: readonly string[] = []): void {
  const told = new Set([...KNOWN, ...more]);
  for (const assignment of assignments(text)) {
    if (told.has(assignment.field)) continue;
    const { field } = assignment;
    report.drop('warning', 'unknown_field', `mpc.${field} is not read`, [field]);
    told.add(field);
  }
}

export function readUnits(
  { gen, gencost }: MatpowerCase,
  grid: Grid,
  periods: number,
  report: ReportBuilder,
): Generation {
  const all: Generation = { generators: [], loads: [], renewables: [] };
  if (gencost.length > gen.length)
    report.drop('info', 'reactive_cost', 'Costs of reactive power', ['gencost', gen.length]);
  for (const [i, cells] of gen.entries()) {
    const row = toRow(cells, 'gen', i);
    if (!inService(row, GEN.status, grid, [GEN.bus], report)) continue;
    const cost = gencost[i];
    if (!cost) report.change('warning', 'no_cost', 'A unit without gencost produces for nothing', row.path);
    const read = generation(`G${i + 1}`, row, cost && toRow(cost, 'gencost', i), periods, report);
    all.generators.push(...read.generators);
    all.loads.push(...read.loads);
    all.renewables.push(...read.renewables);
    checkCount(all.loads, ['gen']);
    checkCount(all.renewables, ['gen']);
  }
  return all;
}

/** Throws `ImportError` when it is at a bus that there is not. `report` hears of what is not. */
export function inService(
  row: Row,
  status: number,
  { known, isolated }: Grid,
  ends: readonly number[],
  report?: ReportBuilder,
): boolean {
  const unknown = ends.find((column) => !known.has(row.at(column)));
  if (unknown !== undefined) throw new ImportError([...row.path, unknown], `Unknown bus ${row.at(unknown)}`);
  const is = row.at(status) > 0 && !ends.some((column) => isolated.has(row.at(column)));
  if (!is) report?.drop('info', 'out_of_service', 'Elements out of service, or at an isolated bus', row.path);
  return is;
}

export function fixedLoads(buses: readonly Row[], { isolated }: Grid, profile: readonly number[]) {
  const loads: SolvePayload['loads'] = [];
  for (const row of buses) {
    if (isolated.has(row.at(BUS.id))) continue;
    loads.push(...fixedLoad(row, profile));
    checkCount(loads, ['bus']);
  }
  return loads;
}

/** Demand and shunt conductance, which takes its MW at a voltage of 1 pu. */
function fixedLoad(row: Row, profile: readonly number[]): SolvePayload['loads'] {
  const [demand, shunt] = [row.at(BUS.pd), row.at(BUS.gs)];
  if (demand === 0 && shunt === 0) return [];
  return [{ bus: row.at(BUS.id), values: profile.map((factor) => demand * factor + shunt) }];
}
