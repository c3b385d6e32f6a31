/** Reads a schedule from a CSV folder of PyPSA (`export_to_csv_folder` of an optimized network). */
import type { Series } from '../../../temporal/case/messages/result.ts';
import {
  type CaseElements,
  mapSeries,
  type ReadSchedule,
  storagePowers,
  toStates,
  unreadField,
} from '../base/given-schedule.ts';
import { createReport, ImportError } from '../base/report.ts';
import { type FileSet, findFile } from '../tables/file-set.ts';
import type { TableFiles } from '../tables/read-table.ts';
import { type Element, readElements } from './elements.ts';
import { givenBy } from './generators.ts';
import { readSnapshots } from './snapshots.ts';

const OUTPUTS = 'generators-p.csv';

export const hasOutputs = (files: FileSet): boolean => findFile(files, OUTPUTS) !== undefined;

/**
 * Reads a schedule. `sent`: the folder of the schedule, whose tables take precedence over the tables of the case. PyPSA
 * omits columns that contain only defaults, such as a power of 0 or a status of 1. Throws `ImportError` with file, line
 * and column.
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
  const nothing = () => Array.from({ length: elements.horizon }, () => 0);
  const generators = await read('generators', ['p', 'status', 'p_max_pu', 'p_min_pu']);
  const outputs = byName(generators, (item) => givenBy(item, item.series('p') ?? nothing()));
  const links = await read('links', ['p0']);
  const seriesOf = (items: readonly { readonly name: string }[] = [], series: Series): Series => {
    const names = new Set(items.map(({ name }) => name));
    return Object.fromEntries(Object.entries(series).filter(([name]) => names.has(name)));
  };
  const thermal = seriesOf(elements.generators, outputs);
  const renewable_mw = seriesOf(elements.renewables, outputs);
  // A unit that the case left out, such as a unit of another carrier, is reported as unknown only if it has output.
  const caseOutputs = { ...thermal, ...renewable_mw };
  const strangers = Object.entries(outputs).filter(
    ([name, mw]) => !Object.hasOwn(caseOutputs, name) && mw.some((value) => value !== 0),
  );
  const stores = await read('stores', ['p']);
  const batteries = [...(await read('storage_units', ['p'])), ...stores];
  const powers = byName(batteries, (item) => item.series('p') ?? nothing());
  const battery = seriesOf(elements.storage, powers);
  const committed = generators.filter((item) => item.flag('committable', false));
  const states = byName(committed, (item) => toStates(item.series('status') ?? nothing().map(() => 1)));
  const prices = sent.names.filter(isPrice);
  const schedule = {
    commitment: seriesOf(elements.generators, states),
    dispatch_mw: { ...thermal, ...Object.fromEntries(strangers) },
    renewable_mw,
    dc_flow_mw: byName(links, (item) => item.series('p0') ?? nothing()),
    storage: storagePowers(split(battery, -1), split(battery, 1)),
  };
  return {
    schedule,
    notes: [
      'Read as a folder of PyPSA; flows, states of charge and units that are not committable are derived',
      ...(prices.length > 0 ? [`Prices are not read: ${prices.join(', ')}`] : []),
    ],
    notJudged: stores
      .filter(({ name }) => !Object.hasOwn(battery, name))
      .map(({ name }) => unreadField(`schedule/stores-p.csv/${name}`)),
  };
}

/** True for a table of prices; prices are not judged. */
const isPrice = (name: string): boolean => /(?:^|\/)(?:buses-marginal_price|\w+-mu_\w+)\.csv$/.test(name);

const byName = (items: readonly Element[], seriesOf: (item: Element) => number[]): Series =>
  Object.fromEntries(items.map((item) => [item.name, seriesOf(item)]));

/** The positive part of a series, or the negative part with a sign of -1. */
const split = (series: Series, sign: 1 | -1): Series =>
  mapSeries(series, (mw) => mw.map((value) => Math.max(0, sign * value)));
