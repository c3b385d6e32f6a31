/** The answers in a CSV folder of PyPSA (`export_to_csv_folder` of an optimized network) -> a schedule of its case. */
import type { Series } from '../../../temporal/case/messages/result.ts';
import {
  type CaseElements,
  type ReadSchedule,
  storagePowers,
  toStates,
  unlessEmpty,
} from '../base/given-schedule.ts';
import { createReport, ImportError } from '../base/report.ts';
import { type FileSet, findFile } from '../tables/file-set.ts';
import type { TableFiles } from '../tables/read-table.ts';
import { type Element, readElements } from './elements.ts';
import { readSnapshots } from './snapshots.ts';

const OUTPUTS = 'generators-p.csv';

export const hasOutputs = (files: FileSet): boolean => findFile(files, OUTPUTS) !== undefined;

/**
 * `sent`: the folder of the schedule, whose tables go before those of the case. Columns that hold nothing but the default of
 * PyPSA are left out of a folder: a power of 0, a status of 1. Throws `ImportError` with file, line and column.
 */
export async function readResults(sent: FileSet, elements: CaseElements): Promise<ReadSchedule> {
  const files: TableFiles = { ...sent, report: createReport() };
  const snapshots = await readSnapshots(files);
  const { keys, stepHours } = snapshots;
  if (keys.length * stepHours !== elements.horizon)
    throw new ImportError(
      ['snapshots.csv'],
      `Has ${keys.length * stepHours} hours, the case has ${elements.horizon}`,
    );
  const read = (kind: string, varying: readonly string[]) => readElements(files, kind, varying, snapshots);
  const powers = (item: Element, name: string): number[] =>
    item.series(name) ?? Array.from({ length: elements.horizon }, () => 0);
  const named = (items: readonly { readonly name: string }[] = []) => new Set(items.map(({ name }) => name));
  const [thermal, renewable, stores] = [elements.generators, elements.renewables, elements.storage].map(
    named,
  );
  const generators = await read('generators', ['p', 'status']);
  const storage = await read('storage_units', ['p']);
  const links = await read('links', ['p0']);
  const outputs = byName(generators, (item) => powers(item, 'p'));
  const given = (names: ReadonlySet<string> | undefined, series: Series): Series =>
    Object.fromEntries(Object.entries(series).filter(([name]) => names?.has(name)));
  const flows = byName(links, (item) => powers(item, 'p0'));
  const known = new Set([...(thermal ?? []), ...(renewable ?? [])]);
  // What the case left out, such as units of another carrier, is unknown only where it gives something.
  const strangers = Object.entries(outputs).filter(
    ([name, mw]) => !known.has(name) && mw.some((value) => value !== 0),
  );
  const battery = given(
    stores,
    byName(storage, (item) => powers(item, 'p')),
  );
  const committed = generators.filter((item) => item.flag('committable', false));
  const schedule = {
    commitment: given(
      thermal,
      byName(committed, (item) => toStates(item.series('status') ?? powers(item, '').map(() => 1))),
    ),
    dispatch_mw: { ...given(thermal, outputs), ...Object.fromEntries(strangers) },
    ...unlessEmpty('renewable_mw', given(renewable, outputs)),
    ...unlessEmpty('dc_flow_mw', flows),
    ...storagePowers(split(battery, -1), split(battery, 1)),
  };
  return {
    schedule,
    notes: ['Read as a folder of PyPSA; flows, states of charge and what is not committable follow'],
  };
}

const byName = (items: readonly Element[], seriesOf: (item: Element) => number[]): Series =>
  Object.fromEntries(items.map((item) => [item.name, seriesOf(item)]));

/** What is given, or taken with a sign of -1. */
const split = (series: Series, sign: 1 | -1): Series =>
  Object.fromEntries(
    Object.entries(series).map(([name, mw]) => [name, mw.map((value) => Math.max(0, sign * value))]),
  );
