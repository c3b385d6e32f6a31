/**
 * Elements of one kind: a table `<kind>.csv` with one row per element, and a table `<kind>-<attribute>.csv` for each
 * series, with one row per snapshot and one column per element. Missing values have PyPSA's defaults.
 */
import { findFile } from '../tables/file-set.ts';
import { eachRow, readRows, type TableFiles } from '../tables/read-table.ts';
import { TableRow, tableError } from '../tables/table-row.ts';
import { indexOf, SNAPSHOTS, type Snapshots, snapshotKey } from './snapshots.ts';

/** Element -> one value per hour. */
type Series = ReadonlyMap<string, number[]>;

/** Attributes whose series may have empty cells, which are read as NaN. */
const WITH_GAPS = ['state_of_charge_set', 'e_set', 'p_set'];

/** Maximum number of values of a network; a larger network could not be stored. */
const MAX_VALUES = 10_000_000;

export class Element extends TableRow {
  readonly name: string;
  readonly #series: ReadonlyMap<string, Series>;

  constructor({ head, line, cells }: TableRow, series: ReadonlyMap<string, Series>) {
    super(head, line, cells);
    this.name = this.text(indexOf(this));
    this.#series = series;
  }

  override place(attribute: string) {
    return super.place(this.has(attribute) ? attribute : indexOf(this));
  }

  flag(attribute: string, fallback: boolean): boolean {
    const text = this.optionalText(attribute);
    if (text === undefined) return fallback;
    if (/^(true|1|1\.0)$/i.test(text)) return true;
    return /^(false|0|0\.0)$/i.test(text) ? false : this.refuse(attribute, 'Should be True or False');
  }

  /** Series of an attribute, shape [hours]; undefined for a constant attribute. */
  series(attribute: string): number[] | undefined {
    return this.#series.get(attribute)?.get(this.name);
  }
}

/**
 * Reads the elements of one kind. `varying`: attributes whose series are read. Throws `ImportError` with file, line and
 * column.
 */
export async function readElements(
  files: TableFiles,
  kind: string,
  varying: readonly string[],
  snapshots: Snapshots,
  isOptional = true,
): Promise<Element[]> {
  const rows = await readRows(files, `${kind}.csv`, isOptional);
  const series = new Map<string, Series>();
  const elements = rows.map((row) => new Element(row, series));
  const names = new Set<string>();
  for (const element of elements) element.takeName(indexOf(element), element.name, names, element.name);
  for (const attribute of varying) {
    const path = `${kind}-${attribute}.csv`;
    if (findFile(files, path) !== undefined)
      series.set(
        attribute,
        await readSeries(files, path, names, snapshots, kind !== 'loads' && WITH_GAPS.includes(attribute)),
      );
  }
  return elements;
}

async function readSeries(
  files: TableFiles,
  path: string,
  names: ReadonlySet<string>,
  snapshots: Snapshots,
  mayHaveGaps: boolean,
): Promise<Series> {
  const { keys, stepHours } = snapshots;
  const series = new Map<string, number[]>();
  let at = 0;
  const read = (row: TableRow): void => {
    if (at === 0) {
      checkColumns(row, names, keys.length * stepHours);
      for (const name of row.head.names.slice(1)) series.set(name, []);
    }
    checkSnapshot(row, at, snapshots);
    at += 1;
    for (const [c, values] of [...series.values()].entries()) {
      const value = mayHaveGaps ? row.numberOrNaN(c + 1) : row.numberAt(c + 1);
      for (let hour = 0; hour < stepHours; hour++) values.push(value);
    }
  };
  const last = await eachRow(files, path, read, true);
  if (at === keys.length) return series;
  const words = `Ends after ${at} snapshots, ${SNAPSHOTS} has ${keys.length}`;
  throw tableError(last?.head.file ?? path, last?.line ?? 1, last ? indexOf(last) : '1', words);
}

function checkSnapshot(row: TableRow, at: number, { keys }: Snapshots): void {
  const column = indexOf(row);
  const label = row.text(column);
  if (at >= keys.length) row.refuse(column, `${SNAPSHOTS} ends after ${keys.length} snapshots`);
  if (snapshotKey(label) !== keys[at])
    row.refuse(column, `Should be snapshot ${at + 1} of ${SNAPSHOTS}, not ${label}`);
}

function checkColumns({ head }: TableRow, names: ReadonlySet<string>, hours: number): void {
  const { file } = head;
  const columns = head.names.slice(1);
  const unknown = columns.find((name) => !names.has(name));
  if (unknown !== undefined)
    throw tableError(file, 1, unknown, `There is no ${unknown} in ${file.replace(/-[^-]*$/, '.csv')}`);
  if (columns.length * hours > MAX_VALUES)
    throw tableError(file, 1, columns[0] ?? '', `Has more than ${MAX_VALUES} values`);
}
