/** Reads a solution file of UnitCommitment.jl (`solution(model)` as JSON, 0.2 to 0.4) as a schedule of its case. */
import type { Series } from '../../../temporal/case/messages/result.ts';
import {
  type CaseElements,
  mapSeries,
  type ReadSchedule,
  seriesByName,
  storagePowers,
  toStates,
  unreadField,
} from '../base/given-schedule.ts';
import { JsonObject } from '../base/json-object.ts';
import { createReport, ImportError } from '../base/report.ts';
import { busNumbers } from './case-context.ts';

/** Names of the field for outputs: at present, and before the format had profiled units. */
const OUTPUTS = ['Thermal production (MW)', 'Production (MW)'] as const;
const COSTS = ['Thermal production cost ($)', 'Production cost ($)'] as const;

/** Fields that can be derived from other fields. */
const FOLLOWS: readonly string[] = [
  ...['Switch off', 'Net injection (MW)', 'Storage level (MWh)', 'Is charging', 'Is discharging'],
  ...[...COSTS, 'Startup cost ($)', 'Profiled production cost ($)'],
  ...['Storage charging cost ($)', 'Storage discharging cost ($)'],
];

export const isSolution = (file: object): boolean => OUTPUTS.some((name) => name in file) && 'Is on' in file;

/** Reads a schedule. Throws `ImportError` with the place of an unreadable value. */
export function readSolution(file: unknown, elements: CaseElements): ReadSchedule {
  const report = createReport();
  const root = new JsonObject(file, report);
  const series = (...names: readonly string[]): Series =>
    seriesByName(root, names.find((name) => root.has(name)) ?? '', elements.horizon);
  const curtailed = series('Load curtail (MW)');
  const numbers = busNumbers(Object.keys(curtailed));
  const schedule = {
    commitment: mapSeries(series('Is on'), toStates),
    startup: mapSeries(series('Switch on'), toStates),
    dispatch_mw: series(...OUTPUTS),
    renewable_mw: renewablesOf(series('Profiled production (MW)'), elements),
    bid_mw: series('Price-sensitive loads (MW)'),
    storage: storagePowers(
      series('Storage charging rates (MW)', 'Charging rate (MW)'),
      series('Storage discharging rates (MW)', 'Discharging rate (MW)'),
    ),
    unserved_mw: Object.fromEntries(
      Object.entries(onlyNonZero(curtailed)).map(([bus, mw]) => [`bus_${numbers.get(bus)}`, mw]),
    ),
    overflow_mw: onlyNonZero(series('Line overflow (MW)')),
    reserve_shortfall_mw: series('Spinning reserve shortfall (MW)', 'Reserve shortfall (MW)'),
    reserve_mw: reserveOf(root, elements.horizon),
    ...costOf(root, series),
  };
  for (const name of FOLLOWS) root.has(name);
  root.noteUnread();
  const unread = report.report().dropped.flatMap(({ paths }) => paths);
  return {
    schedule,
    notes: ['Read as a solution of UnitCommitment.jl; storage levels are derived from the rates'],
    notJudged: unread.map((path) => unreadField(`schedule${path}`)),
  };
}

const onlyNonZero = (series: Series): Series =>
  Object.fromEntries(Object.entries(series).filter(([, mw]) => mw.some((value) => value !== 0)));

/**
 * Outputs of the renewables that represent a source with a varying price. There is one renewable per price; in each
 * hour, only the renewable with the price of that hour is available.
 */
function renewablesOf(profiled: Series, { renewables = [] }: CaseElements): Series {
  return Object.fromEntries(
    Object.entries(profiled).flatMap(([name, mw]): [string, number[]][] => {
      const parts = partsOf(name, renewables);
      if (parts.length <= 1) return [[parts[0]?.name ?? name, mw]];
      const owner = mw.map((_, hour) => parts.find(({ p_max }) => (p_max[hour] ?? 0) > 0) ?? parts[0]);
      return parts.map((part) => [part.name, mw.map((value, hour) => (owner[hour] === part ? value : 0))]);
    }),
  );
}

const partsOf = (name: string, renewables: NonNullable<CaseElements['renewables']>) =>
  renewables.filter(
    (item) =>
      item.name === name ||
      /^ at .* \$\/MWh$/.test(item.name.startsWith(name) ? item.name.slice(name.length) : ''),
  );

function reserveOf(root: JsonObject, horizon: number) {
  const field = ['Spinning reserve (MW)', 'Reserve (MW)'].find((name) => root.has(name));
  if (field === undefined) return {};
  const products = root.object(field);
  return Object.fromEntries(products.names().map((name) => [name, seriesByName(products, name, horizon)]));
}

/** Sum of all costs; undefined unless the file has all of them. Payments of loads are not included. */
function costOf(root: JsonObject, series: (...names: readonly string[]) => Series) {
  const [production, starts] = [series(...COSTS), series('Startup cost ($)')];
  const isWhole = Object.keys(production).length > 0 && Object.keys(starts).length > 0;
  const storage = ['Storage charging cost ($)', 'Storage discharging cost ($)'].map((name) => series(name));
  if (!isWhole || root.has('Price-sensitive loads (MW)')) return {};
  const all = [production, starts, series('Profiled production cost ($)'), ...storage];
  return {
    total_cost_usd: all.flatMap((costs) => Object.values(costs).flat()).reduce((sum, usd) => sum + usd, 0),
  };
}

/** Refuses a file with several scenarios, because each scenario has a separate schedule. Throws `ImportError`. */
export function refuseScenarios(file: object): void {
  const scenarios = Object.entries(file).filter(
    ([, item]) => typeof item === 'object' && item !== null && isSolution(item),
  );
  if (scenarios.length === 0) return;
  const names = scenarios.map(([name]) => name).slice(0, 5);
  throw new ImportError(
    [],
    `Has a schedule for each of several scenarios (${names.join(', ')}): give one of them`,
  );
}
