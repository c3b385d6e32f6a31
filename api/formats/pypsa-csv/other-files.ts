/** Reports the tables of a folder that nobody has read: stores, limits of the whole system, answers of a solve. */
import type { ReportBuilder } from '../base/report.ts';
import type { FileSet } from '../tables/file-set.ts';
import { readRows } from '../tables/read-table.ts';
import { noteTable } from '../tables/table-row.ts';
import { indexOf } from './snapshots.ts';

/** Kind of elements -> what is lost without them. */
const LOST = new Map([
  ['stores', 'Stores, whose energy flows through links'],
  ['global_constraints', 'Limits of the whole system'],
  ['shunt_impedances', 'Shunt impedances'],
  ['processes', 'Processes that convert carriers'],
]);

/** Answers of a power flow or an optimization, and what only pictures need. */
const ANSWERS =
  /^(?:\w+-(?:p|q|p\d|q\d|status|start_up|shut_down|state_of_charge|spill|e|p_dispatch|p_store|v_ang|v_mag_pu|marginal_price|mu_\w+)|sub_networks|shapes)$/;

export async function noteOtherFiles(
  files: FileSet,
  read: ReadonlySet<string>,
  report: ReportBuilder,
): Promise<void> {
  for (const name of files.names.filter((each) => !read.has(each))) {
    const table = name.slice(name.lastIndexOf('/') + 1).replace(/\.csv$/i, '');
    const words = LOST.get(table);
    if (words === undefined) {
      const isAnswer = ANSWERS.test(table) || !name.toLowerCase().endsWith('.csv');
      report.drop(isAnswer ? 'info' : 'warning', 'file', `Files that are not read: ${table}`, [name]);
      continue;
    }
    const rows = await readRows(files, name);
    for (const row of rows) {
      report.drop('warning', table, `${words}: ${row.text(indexOf(row))}`, row.place(indexOf(row)));
    }
    noteTable(rows, report);
  }
}
