/**
 * Reads an instance of UnitCommitment.jl (Xavier, Kazachkov, Yurdakul, Qiu; its "JSON data format"), versions 0.2 to
 * 0.5: one scenario in steps of 5 minutes to 3 hours.
 */
import { jobTypeOf } from '../../../temporal/case/arithmetic/elements.ts';
import { byTheHour } from '../../../temporal/case/arithmetic/per-interval.ts';
import type { Bid, Load } from '../../../temporal/case/schema.ts';
import { JsonObject } from '../base/json-object.ts';
import { createReport, HOURS_PER_YEAR, type Imported, type ReportBuilder } from '../base/report.ts';
import { type CaseContext, createContext, readParameters } from './case-context.ts';
import { contingency, interfaceOf, transmissionLine } from './read-lines.ts';
import { priceSensitiveLoad, readUnits } from './read-units.ts';
import { reserveProducts, storageUnit } from './storage-and-reserves.ts';

/** Reads a payload. `file` is parsed JSON. Throws `ImportError` with the place of an unreadable value. */
export function readUnitCommitmentJl(file: unknown, maxHorizon = HOURS_PER_YEAR): Imported {
  const report = createReport();
  const root = new JsonObject(file, report);
  const parameters = readParameters(root.section('Parameters'), maxHorizon);
  const buses = root.objects('Buses');
  const names = buses.map(([name]) => name);
  const context = createContext(root, names, parameters);
  const products = reserveProducts(root.section('Reserves'), context, parameters.reservePenalty);
  const units = readUnits(root, context, products);
  const bids = each(root, 'Price-sensitive loads', context, priceSensitiveLoad);
  const storage = each(root, 'Storage units', context, storageUnit);
  const lines = each(root, 'Transmission lines', context, transmissionLine);
  const knownNames = [
    new Set(lines.map(({ id }) => id)),
    new Set(units.generators.map(({ name }) => name)),
  ] as const;
  const contingencies = each(root, 'Contingencies', context, (id, item) =>
    contingency(id, item, ...knownNames),
  );
  const interfaces = each(root, 'Interfaces', context, (id, item) =>
    interfaceOf(id, item, context, knownNames[0]),
  );
  const loads = [...fixedLoads(buses, context, bids), ...units.loads];
  const { renewables } = units;
  if (root.has('SOURCE')) report.drop('info', 'source', 'Source of the data', ['SOURCE']);
  root.noteUnread();
  const lists = {
    transmission_lines: lines,
    interfaces,
    contingencies,
    renewables,
    storage,
    reserves: products.reserves(),
    bids,
    fixed_commitment: units.fixed,
  };
  countKept(report, { ...lists, generators: units.generators, loads });
  if (parameters.interval !== 60) {
    const message = `Ramps and costs of a step of ${parameters.interval} min are said by the hour`;
    report.change('info', 'time_step', message, ['Parameters', 'Time step (min)']);
  }
  const perStep = {
    generators: units.generators,
    loads,
    horizon: parameters.periods,
    ...withoutEmpty(lists),
    options: { unserved_energy_usd_per_mwh: parameters.balancePenalty },
  };
  return {
    payload: byTheHour(perStep, parameters.interval),
    jobType: jobTypeOf(lists),
    report: report.report(),
  };
}

function each<T>(
  root: JsonObject,
  name: string,
  context: CaseContext,
  read: (name: string, item: JsonObject, context: CaseContext) => T,
): T[] {
  return root.objects(name).map(([key, item]) => read(key, item, context));
}

/**
 * Loads at the buses. A bus with a bid gets a load even of 0 MW, because bids are allowed only at buses with another
 * element.
 */
function fixedLoads(
  buses: ReturnType<JsonObject['objects']>,
  context: CaseContext,
  bids: readonly Bid[],
): Load[] {
  const loads: Load[] = [];
  const ofBids = new Set(bids.map(({ bus }) => bus));
  for (const [name, item] of buses) {
    const values = item.series('Load (MW)', context.periods);
    const bus = context.busNumber(name);
    if (ofBids.has(bus) || values.some((mw) => mw !== 0)) loads.push({ bus, values });
  }
  return loads;
}

const withoutEmpty = <T extends Readonly<Record<string, readonly unknown[]>>>(lists: T): Partial<T> =>
  Object.fromEntries(Object.entries(lists).filter(([, items]) => items.length > 0)) as Partial<T>;

function countKept(report: ReportBuilder, lists: Readonly<Record<string, readonly unknown[]>>): void {
  for (const [name, items] of Object.entries(lists)) report.keep(name, name.replace('_', ' '), items.length);
  report.keep('balance_penalty', 'Price of unserved energy');
}
