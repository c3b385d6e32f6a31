/**
 * Reads a MATPOWER case (version 2 of `caseformat`) as a solve payload with the network of the DC approximation: one
 * hour, or several hours in which the loads are multiplied by a profile.
 */
import { jobTypeOf } from '../../../temporal/case/arithmetic/elements.ts';
import type { Line, SolvePayload } from '../../../temporal/case/schema.ts';
import { checkHorizon, createReport, HOURS_PER_YEAR, type Imported } from '../base/report.ts';
import { BUS, Row } from './caseformat.ts';
import {
  fixedLoads,
  hasBranches,
  noteOthers,
  readBranches,
  readDcLines,
  readUnits,
  toGrid,
} from './elements.ts';
import { parseMatpower } from './parse-matpower.ts';

const REFERENCE = 3;
/** Base of per-unit values in the service, MVA. */
const BASE_MVA = 100;

interface MatpowerOptions {
  /** Multiplier of every load by hour, shape [T]; if absent, the case has one hour with unscaled loads. */
  readonly loadProfile?: readonly number[] | undefined;
  readonly maxHorizon?: number;
}

/** Reads a payload. Throws `MatpowerError` with the line, or `ImportError` with the row, of an unreadable value. */
export function readMatpower(text: string, options: MatpowerOptions = {}): Imported {
  const { loadProfile = [1], maxHorizon = HOURS_PER_YEAR } = options;
  checkHorizon(loadProfile.length, maxHorizon, []);
  const report = createReport();
  const data = parseMatpower(text);
  const buses = data.bus.map((cells, b) => new Row(cells, 'bus', b, report));
  const grid = toGrid(buses);
  const dc_lines = readDcLines(data, grid, report);
  // The ends of a DC line need an entry of load, even of 0 MW.
  const ends = new Set(dc_lines.flatMap(({ from_bus, to_bus }) => [from_bus, to_bus]));
  const fixed = fixedLoads(buses, grid, loadProfile, ends);
  const units = readUnits(data, grid, fixed, loadProfile.length, report);
  const branches = readBranches(data, grid, report, !hasBranches(data, grid, report));
  const lines = branches.map((line) => toLine(line, BASE_MVA / data.baseMva));
  const slack = buses.find((row) => row.at(BUS.type) === REFERENCE)?.at(BUS.id);
  const loads = [...fixed, ...units.loads];
  const isNetwork = lines.length + dc_lines.length > 0;
  if (!isNetwork && buses.length > 1)
    report.change('warning', 'one_place', 'Without branches, all buses form one place', ['branch']);
  if (data.busNames.length > 0) report.drop('info', 'names', 'Names of buses', ['bus_name']);
  noteOthers(data, report);
  report.keep('generators', 'units in service', units.generators.length);
  report.keep('loads', 'loads and shunt conductances', loads.length);
  report.keep('transmission_lines', 'branches in service', lines.length);
  report.keep('dc_lines', 'DC lines with scheduled flow', dc_lines.length);
  const payload: SolvePayload = {
    generators: units.generators,
    loads,
    horizon: loadProfile.length,
    ...(lines.length > 0 && { transmission_lines: lines }),
    ...(dc_lines.length > 0 && { dc_lines }),
    ...(units.sources.length > 0 && { renewables: units.sources }),
    ...(slack !== undefined && { options: { slack_bus: slack } }),
  };
  return { payload, jobType: jobTypeOf(payload), report: report.report() };
}

/** A line of the DC approximation, f = (theta_from - theta_to - shift) / (x tap) (MATPOWER manual, 3.7). */
function toLine(branch: ReturnType<typeof readBranches>[number], scale: number): Line {
  const { r, x, tap, s_nom_mva, s_emergency_mva, in_service, ...line } = branch;
  return {
    ...line,
    x_pu: x * tap * scale,
    r_pu: r * scale,
    ...(s_nom_mva && { rating_mw: s_nom_mva }),
    ...(s_emergency_mva !== undefined && { emergency_rating_mw: s_emergency_mva }),
    ...(!in_service && { in_service }),
  };
}
