/**
 * Reads a MATPOWER case (version 2 of `caseformat`) as a solve payload: one hour, or the loads times a profile.
 * The network is that of the DC approximation.
 */

import type { Line } from '../../../temporal/case/messages/network.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import {
  checkHorizon,
  createReport,
  HOURS_PER_YEAR,
  type Imported,
  type ReportBuilder,
} from '../base/report.ts';
import { BRANCH, BUS, type Row, toRow } from './caseformat.ts';
import { fixedLoads, type Grid, inService, noteOtherFields, readUnits, toGrid } from './elements.ts';
import { type MatpowerCase, parseMatpower } from './parse-matpower.ts';

const REFERENCE = 3;
/** The service's base of per-unit values, MVA. */
const BASE_MVA = 100;
const FULL_CIRCLE = 360;

interface MatpowerOptions {
  /** Multiplier of every load by hour, shape [T]; absent = one hour as it is. */
  readonly loadProfile?: readonly number[] | undefined;
  readonly maxHorizon?: number;
}

/** Throws `MatpowerError` with the line, or `ImportError` with the row, of what cannot be read. */
export function readMatpower(text: string, options: MatpowerOptions = {}): Imported {
  const { loadProfile = [1], maxHorizon = HOURS_PER_YEAR } = options;
  checkHorizon(loadProfile.length, maxHorizon, []);
  const report = createReport();
  const data = parseMatpower(text);
  noteOtherFields(text, report);
  const buses = data.bus.map((cells, b) => toRow(cells, 'bus', b));
  const grid = toGrid(buses);
  const units = readUnits(data, grid, loadProfile.length, report);
  const lines = readLines(data, grid, report);
  const slack = buses.find((row) => row.at(BUS.type) === REFERENCE)?.at(BUS.id);
  const loads = [...fixedLoads(buses, grid, loadProfile), ...units.loads];
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

function readLines({ branch: rows, baseMva }: MatpowerCase, grid: Grid, report: ReportBuilder) {
  const lines: Line[] = [];
  for (const [l, cells] of rows.entries()) {
    const row = toRow(cells, 'branch', l);
    if (inService(row, BRANCH.status, grid, [BRANCH.from, BRANCH.to], report))
      lines.push(toLine(`L${l + 1}`, row, baseMva, report));
  }
  return lines;
}

/** A line of the DC approximation, f = (theta_from - theta_to - shift) / (x tap) (MATPOWER manual, 3.7). */
function toLine(id: string, row: Row, baseMva: number, report: ReportBuilder): Line {
  const scale = BASE_MVA / baseMva;
  const rating = row.at(BRANCH.rateA);
  const emergency = row.at(BRANCH.rateC);
  const angles = [row.at(BRANCH.angmin), row.at(BRANCH.angmax)].map(Math.abs);
  if (angles.some((degrees) => degrees > 0 && degrees < FULL_CIRCLE))
    report.drop('warning', 'angle_limit', 'A limit of the angle across a line is not modelled', row.path);
  return {
    id,
    from_bus: row.at(BRANCH.from),
    to_bus: row.at(BRANCH.to),
    x_pu: row.at(BRANCH.x) * (row.at(BRANCH.tap) || 1) * scale,
    ...(row.at(BRANCH.shift) !== 0 && { phase_shift_deg: row.at(BRANCH.shift) }),
    ...(row.at(BRANCH.r) >= 0 && { r_pu: row.at(BRANCH.r) * scale }),
    ...(rating > 0 && { rating_mw: rating }),
    ...(rating > 0 && emergency > rating && { emergency_rating_mw: emergency }),
  };
}
