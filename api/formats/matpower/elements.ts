/**
 * Elements of a MATPOWER case that payloads and networks have in common: units, loads, branches, DC lines; and service
 * states.
 */

import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { addUnit, noUnits, type Units } from '../base/consumer.ts';
import {
  branch,
  highest,
  leaveOut,
  outputLimit,
  ratings,
  reactance,
  resistance,
  UNLIMITED_MW,
} from '../base/conventions.ts';
import type { Bus } from '../base/network-parts.ts';
import { checkCount, ImportError, type ReportBuilder } from '../base/report.ts';
import type { ReadGenerator } from '../base/thermal-unit.ts';
import { BRANCH, BUS, DC_LINE, GEN, Row } from './caseformat.ts';
import { generation } from './generation.ts';
import type { MatpowerCase } from './parse-matpower.ts';

const TYPES: readonly (Bus['type'] | undefined)[] = [undefined, 'pq', 'pv', 'slack', 'pq'];
const ISOLATED = 4;
const FULL_CIRCLE = 360;
/** Fields that do not affect the problem, such as labels. */
const LABELS = ['areas', 'gentype', 'genfuel', 'gen_name', 'branch_name', 'bus_data_source', 'casename'];

/** Buses of the case by their numbers. */
export interface Grid {
  readonly types: ReadonlyMap<number, Bus['type']>;
  readonly isolated: ReadonlySet<number>;
}

export function toGrid(buses: readonly Row[]): Grid {
  const types = new Map<number, Bus['type']>();
  for (const row of buses) {
    const id = row.at(BUS.id);
    if (!Number.isSafeInteger(id)) row.refuse(BUS.id, 'Should be a whole number');
    if (types.has(id)) row.refuse(BUS.id, `Bus ${id} appears twice`);
    types.set(id, TYPES[row.at(BUS.type)] ?? row.refuse(BUS.type, 'Should be 1, 2, 3 or 4'));
  }
  const isolated = buses.filter((row) => row.at(BUS.type) === ISOLATED).map((row) => row.at(BUS.id));
  return { types, isolated: new Set(isolated) };
}

/** Reports all content of the file except buses, units and branches. */
export function noteOthers({ unread, gen, gencost }: MatpowerCase, report: ReportBuilder): void {
  for (const { kind, name, line } of unread) {
    if (kind === 'replaced')
      report.change('info', 'replaced', `mpc.${name} is assigned again, which replaces it`, [name]);
    else if (kind === 'statement')
      report.drop('info', 'statement', 'Statements that do not change the case', [`line ${line}`, name]);
    else
      report.drop(LABELS.includes(name) ? 'info' : 'warning', 'unknown_field', `mpc.${name} is not read`, [
        name,
      ]);
  }
  report.change('warning', 'state', 'Every unit in service is on before the first hour', ['gen']);
  if (gencost.length > gen.length)
    report.drop('info', 'reactive_cost', 'Costs of reactive power', ['gencost', gen.length]);
  const words =
    'Voltages, reactive power, short-term ratings and results of a solve are not part of the DC approximation';
  report.drop('info', 'ac', words, []);
}

/** Reads the units. `loads`: loads of buses; their sum bounds an unlimited output. */
export function readUnits(
  { gen, gencost }: MatpowerCase,
  grid: Grid,
  loads: SolvePayload['loads'],
  periods: number,
  report: ReportBuilder,
): Units<ReadGenerator> {
  if (![0, gen.length, 2 * gen.length].includes(gencost.length)) {
    const words = `Should have ${gen.length} rows as mpc.gen, or twice as many with costs of reactive power, not ${gencost.length}`;
    throw new ImportError(['gencost'], words);
  }
  const units = noUnits<ReadGenerator>();
  const least = (cells: readonly number[]): number => Math.max(0, -(cells[GEN.pmin] ?? 0));
  const most = () => highest(loads) + gen.reduce((sum, cells) => sum + (least(cells) || 0), 0);
  for (const [i, cells] of gen.entries()) {
    const row = new Row(cells, 'gen', i, report);
    if (!isIn(row, GEN.status, grid, [GEN.bus])) {
      leaveOut(row.notes());
      continue;
    }
    atBuses(row, grid, [GEN.bus]);
    const costs = gencost[i];
    if (!costs) row.notes().change('warning', 'no_cost', 'A unit without gencost produces for nothing');
    const bound = () => Math.max(row.at(GEN.pmin), most());
    const high = outputLimit(row.limit(GEN.pmax), bound, row.notes(GEN.pmax));
    const unit = generation(`G${i + 1}`, row, costs && new Row(costs, 'gencost', i, report), high);
    addUnit(unit, units, row.notes(), periods);
    checkCount(units.loads, ['gen']);
  }
  return units;
}

/**
 * True if a record is in service. A record with an unknown bus counts as in service, so that the unknown bus is
 * reported.
 */
function isIn(row: Row, status: number, { isolated }: Grid, ends: readonly number[]): boolean {
  return row.limit(status) > 0 && !ends.some((column) => isolated.has(row.limit(column)));
}

function atBuses(row: Row, { types }: Grid, ends: readonly number[]): void {
  const unknown = ends.find((column) => !types.has(row.at(column)));
  if (unknown !== undefined) row.refuse(unknown, `Unknown bus ${row.at(unknown)}`);
  const [from, to] = ends.map((column) => row.at(column));
  if (from === to) row.refuse(ends[1] ?? 0, 'A line should connect two different buses');
}

/** Loads of buses. `empty`: buses that get an entry even if they have no load. */
export function fixedLoads(
  buses: readonly Row[],
  { isolated }: Grid,
  profile: readonly number[],
  empty: ReadonlySet<number> = new Set(),
) {
  const loads: SolvePayload['loads'] = [];
  for (const row of buses) {
    const bus = row.at(BUS.id);
    const takes = row.has(BUS.pd) || row.has(BUS.gs);
    const isOut = isolated.has(bus);
    if (takes && isOut) leaveOut(row.notes());
    if ((isOut || !takes) && !empty.has(bus)) continue;
    // Active power of a shunt at a voltage of 1 pu.
    const [demand, shunt] = isOut ? [0, 0] : [row.at(BUS.pd), row.at(BUS.gs)];
    loads.push({ bus, values: profile.map((factor) => demand * factor + shunt) });
    checkCount(loads, ['bus']);
  }
  return loads;
}

const ENDS = [BRANCH.from, BRANCH.to];

/**
 * True if any branch is in service. If not, the caller keeps the branches that are out of service: a case without any
 * branch would have a single bus.
 */
export const hasBranches = ({ branch: rows }: MatpowerCase, grid: Grid, report: ReportBuilder): boolean =>
  rows.some((cells, l) => isIn(new Row(cells, 'branch', l, report), BRANCH.status, grid, ENDS));

/**
 * Reads the branches: impedances per unit on the base of the case, ratings in MVA. `stays`: true to keep branches out
 * of service.
 */
export function readBranches(
  { branch: rows }: MatpowerCase,
  grid: Grid,
  report: ReportBuilder,
  stays = true,
) {
  const circuits = new Set<string>();
  return rows.flatMap((cells, l) => {
    const row = new Row(cells, 'branch', l, report);
    const in_service = isIn(row, BRANCH.status, grid, ENDS);
    if (!in_service && !stays) {
      leaveOut(row.notes());
      return [];
    }
    const circuit = cells.join(' ');
    if (circuits.has(circuit))
      row.notes().change('info', 'same_branch', 'A branch with the data of another one is a second circuit');
    circuits.add(circuit);
    return branch(in_service, row.notes(), () => {
      atBuses(row, grid, ENDS);
      const angles = [row.limit(BRANCH.angmin), row.limit(BRANCH.angmax)].map(Math.abs);
      if (angles.some((degrees) => degrees > 0 && degrees < FULL_CIRCLE))
        row.notes().drop('warning', 'angle_limit', 'A limit of the angle across a line is not modelled');
      const [tap, shift] = [row.at(BRANCH.tap), row.at(BRANCH.shift)];
      if (tap < 0) row.refuse(BRANCH.tap, `Should be 0 or more, not ${tap}`);
      return {
        id: `L${l + 1}`,
        from_bus: row.at(BRANCH.from),
        to_bus: row.at(BRANCH.to),
        r: resistance(row.at(BRANCH.r), row.notes(BRANCH.r)),
        x: reactance(row.at(BRANCH.x), row.notes(BRANCH.x)),
        ...ratings(row.amount(BRANCH.rateA), row.amount(BRANCH.rateC)),
        tap: tap || 1,
        ...(shift !== 0 && { phase_shift_deg: shift }),
        in_service,
      };
    });
  });
}

export function readDcLines({ dcline }: MatpowerCase, grid: Grid, report: ReportBuilder) {
  return dcline.flatMap((cells, d) => {
    const row = new Row(cells, 'dcline', d, report);
    const ends = [DC_LINE.from, DC_LINE.to];
    const in_service = isIn(row, DC_LINE.status, grid, ends);
    return branch(in_service, row.notes(), () => {
      atBuses(row, grid, ends);
      if (row.length <= DC_LINE.pmax) row.refuse(DC_LINE.pmax, 'Should have limits of power');
      const [least, most] = [row.limit(DC_LINE.pmin), row.limit(DC_LINE.pmax)];
      if (least > most) row.refuse(DC_LINE.pmin, 'Should be at most Pmax');
      const loss = row.at(DC_LINE.loss1);
      const isShare = loss >= 0 && loss < 1 && least >= 0;
      if (row.at(DC_LINE.loss0) !== 0 || !(isShare || loss === 0))
        row
          .notes(DC_LINE.loss0)
          .drop('warning', 'dc_losses', 'Losses of DC lines that are not a share of one-way power');
      return {
        id: `D${d + 1}`,
        from_bus: row.at(DC_LINE.from),
        to_bus: row.at(DC_LINE.to),
        p_min_mw: Math.max(least, -UNLIMITED_MW),
        p_max_mw: Math.min(most, UNLIMITED_MW),
        ...(isShare && loss > 0 && { loss_factor: loss }),
        in_service,
      };
    });
  });
}
