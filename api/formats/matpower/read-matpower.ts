/**
 * Reads a MATPOWER case (version 2 of `caseformat`) as a solve payload: one hour, or the loads times a profile.
 * The network is that of the DC approximation.
 */

import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { Stepwise } from '../../../temporal/json/in-slices.ts';
import { checkCount, checkHorizon, HOURS_PER_YEAR, ImportError } from '../base/import-error.ts';
import { createReport, type Imported, type ReportBuilder } from '../base/report.ts';
import { assignments } from './assignments.ts';
import { branch } from './branch.ts';
import { BRANCH, BUS, GEN, type Row, toRow } from './caseformat.ts';
import { type Generation, generation } from './generation.ts';
import { type MatpowerCase, parseMatpower } from './parse-matpower.ts';

const REFERENCE = 3;
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

interface MatpowerOptions {
  /** Multiplier of every load by hour, shape [T]; absent = one hour as it is. */
  readonly loadProfile?: readonly number[] | undefined;
  readonly maxHorizon?: number;
}

/** Throws `MatpowerError` with the line, or `ImportError` with the row, of what cannot be read. */
export function* readMatpower(text: readonly string[], options: MatpowerOptions = {}): Stepwise<Imported> {
  const { loadProfile = [1], maxHorizon = HOURS_PER_YEAR } = options;
  checkHorizon(loadProfile.length, maxHorizon, []);
  const report = createReport();
  const data = yield* parseMatpower(text);
  yield* noteOtherFields(text, report);
  const buses = data.bus.map((cells, b) => toRow(cells, 'bus', b));
  const grid = toGrid(buses);
  const units = yield* readUnits(data, grid, loadProfile.length, report);
  const lines = yield* readLines(data, grid, report);
  const slack = buses.find((row) => row.at(BUS.type) === REFERENCE)?.at(BUS.id);
  const loads = [...(yield* fixedLoads(buses, grid, loadProfile)), ...units.loads];
  report.drop('info', 'ac', 'Voltages and reactive power have no part in the DC approximation', []);
  report.change('info', 'state', 'Every unit in service is on before the first hour', ['gen']);
  report.keep('generators', 'units in service', units.generators.length);
  report.keep('loads', 'loads and shunt conductances', loads.length);
  report.keep('transmission_lines', 'branches in service', lines.length);
  const payload: SolvePayload = {
    generators: units.generators,
    loads,
    horizon: loadProfile.length,
    ...(lines.length > 0 && { transmission_lines: lines }),
    ...(units.renewables.length > 0 && { renewables: units.renewables }),
    ...(slack !== undefined && { options: { slack_bus: slack } }),
  };
  return { payload, jobType: lines.length > 0 ? 'scuc' : 'uc', report: report.report() };
}

/** Bus numbers. */
interface Grid {
  readonly known: ReadonlySet<number>;
  readonly isolated: ReadonlySet<number>;
}

function toGrid(buses: readonly Row[]): Grid {
  const numbers = (rows: readonly Row[]) => new Set(rows.map((row) => row.at(BUS.id)));
  return { known: numbers(buses), isolated: numbers(buses.filter((row) => row.at(BUS.type) === ISOLATED)) };
}

function* noteOtherFields(text: readonly string[], report: ReportBuilder): Stepwise<void> {
  const told = new Set(KNOWN);
  for (const assignment of assignments(text)) {
    yield;
    if (!assignment || told.has(assignment.field)) continue;
    const { field } = assignment;
    report.drop('warning', 'unknown_field', `mpc.${field} is not read`, [field]);
    told.add(field);
  }
}

function* readUnits(
  { gen, gencost }: MatpowerCase,
  grid: Grid,
  periods: number,
  report: ReportBuilder,
): Stepwise<Generation> {
  const all: Generation = { generators: [], loads: [], renewables: [] };
  if (gencost.length > gen.length)
    report.drop('info', 'reactive_cost', 'Costs of reactive power', ['gencost', gen.length]);
  for (const [i, cells] of gen.entries()) {
    yield;
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

function* readLines({ branch: rows, baseMva }: MatpowerCase, grid: Grid, report: ReportBuilder) {
  const lines: NonNullable<SolvePayload['transmission_lines']> = [];
  for (const [l, cells] of rows.entries()) {
    yield;
    const row = toRow(cells, 'branch', l);
    if (inService(row, BRANCH.status, grid, [BRANCH.from, BRANCH.to], report))
      lines.push(branch(`L${l + 1}`, row, baseMva, report));
  }
  return lines;
}

function inService(
  row: Row,
  status: number,
  { known, isolated }: Grid,
  ends: readonly number[],
  report: ReportBuilder,
): boolean {
  const unknown = ends.find((column) => !known.has(row.at(column)));
  if (unknown !== undefined) throw new ImportError([...row.path, unknown], `Unknown bus ${row.at(unknown)}`);
  const is = row.at(status) > 0 && !ends.some((column) => isolated.has(row.at(column)));
  if (!is) report.drop('info', 'out_of_service', 'Elements out of service, or at an isolated bus', row.path);
  return is;
}

function* fixedLoads(buses: readonly Row[], { isolated }: Grid, profile: readonly number[]) {
  const loads: SolvePayload['loads'] = [];
  for (const row of buses) {
    yield;
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
