/** Builds the report of a run by summing the parts of its windows; nothing is solved or priced here. */
import { rounded } from '../../temporal/case/arithmetic/rounded.ts';
import { verdictOfRun } from '../../temporal/case/arithmetic/verdict.ts';
import {
  busFields,
  costFields,
  lineFields,
  outputFields,
  penaltyFields,
  reserveFields,
  revenueFields,
  storageFields,
  type WindowPart,
} from '../../temporal/case/messages/window-part.ts';
import { createTally } from '../../temporal/case/report/exact-sum.ts';
import { flowFields, type Report, type UnitRow } from './report-schema.ts';
import {
  ALL,
  costOf,
  createReportSums,
  createRunCertificate,
  durationCurve,
  type ReportSums,
} from './report-sums.ts';
import type { StudyElements } from './study.ts';

type Sums = Readonly<Record<string, number>>;
/** The figures of a report, without the fields that identify its run. */
export type ReportFigures = Omit<
  Report,
  | 'execution_id'
  | 'real_time'
  | 'status'
  | 'start'
  | 'windows_total'
  | 'windows_done'
  | 'warnings'
  | 'without_schedule'
>;

/** Builds the report. `windowParts`: parts of the windows, in the order of their hours. */
export async function toReport(
  windowParts: AsyncIterable<WindowPart>,
  elements: StudyElements,
): Promise<ReportFigures> {
  const sums = createReportSums(elements);
  const certificate = createRunCertificate();
  const loads: number[] = [];
  const prices: number[] = [];
  let residual = 0;
  for await (const part of windowParts) {
    for (const day of part.days) sums.add(day);
    if (part.certificate) certificate.add(part.certificate);
    loads.push(...part.load_mw);
    prices.push(...part.average_lmp_usd_per_mwh.flatMap((price) => price ?? []));
    if (Math.abs(part.settlement_residual_usd) > Math.abs(residual)) residual = part.settlement_residual_usd;
  }
  sums.end();
  const whole = sums.periods.get(ALL);
  const { hours = 0 } = whole;
  const by_unit = unitRows(sums, elements, hours);
  const totals = { ...unitSums(whole), ...amounts(whole, busFields), ...systemSums(whole) };
  return {
    hours,
    verdict: verdictOfRun(totals),
    certificate: certificate.whole(),
    totals: {
      ...totals,
      objective_value: rounded(totalCost(whole) + penaltyOf(whole) - (whole['bid_value_usd'] ?? 0)),
      ...(whole['bid_value_usd'] !== undefined && { bid_value_usd: rounded(whole['bid_value_usd']) }),
      hours_without_prices: whole['hours_without_prices'] ?? 0,
      settlement_residual_usd: residual,
    },
    by_unit,
    by_type: groupRows(by_unit, hours, ({ type }) => type),
    by_fuel: groupRows(by_unit, hours, ({ fuel }) => fuel),
    by_area: areaRows(by_unit, sums, hours),
    by_month: monthRows(sums),
    ...elementRows(sums, elements),
    load_duration: durationCurve(loads),
    price_duration: durationCurve(prices),
  };
}

/** The sum of each field, rounded; 0 for an empty sum. */
const amounts = <F extends object>(sums: Sums, fields: F): Record<keyof F & string, number> =>
  Object.fromEntries(Object.keys(fields).map((field) => [field, rounded(sums[field] ?? 0)])) as Record<
    keyof F & string,
    number
  >;

const unitSums = (sums: Sums) => ({
  ...amounts(sums, { ...outputFields, ...costFields, ...revenueFields, uplift_usd: 0 }),
  fuel_mmbtu: sums['fuel_mmbtu'] ?? null,
  co2_t: sums['co2_t'] ?? null,
  total_cost_usd: totalCost(sums),
});

const totalCost = (sums: Sums): number => rounded(costOf(amounts(sums, costFields)));

const penaltyOf = (sums: Sums): number =>
  rounded(Object.keys(penaltyFields).reduce((usd, part) => usd + (sums[part] ?? 0), 0));

function systemSums(sums: Sums) {
  const { load_mwh = 0, unserved_mwh = 0, load_payment_usd = 0 } = sums;
  const served = load_mwh - unserved_mwh;
  return {
    ...amounts(sums, { ...flowFields, ...penaltyFields }),
    penalty_usd: penaltyOf(sums),
    average_lmp_usd_per_mwh: served > 0 ? load_payment_usd / served : null,
  };
}

/** Units in the order of the network, followed by units that are not in the network. */
function unitRows({ units }: ReportSums, elements: StudyElements, hours: number): UnitRow[] {
  const unknown = units.keys().filter((name) => !elements.units.has(name));
  return [...elements.units.keys(), ...unknown].map((unit) => {
    const { energy_mwh: _, ...element } = elements.of(unit);
    const sums = units.get(unit);
    const outputMwh = element.kind === 'storage' ? sums['discharged_mwh'] : sums['generation_mwh'];
    return {
      unit,
      ...element,
      capacity_factor: capacityFactor(outputMwh ?? 0, element.capacity_mw, hours),
      ...unitSums(sums),
    };
  });
}

const capacityFactor = (mwh: number, mw: number, hours: number): number | null =>
  mw * hours > 0 ? mwh / (mw * hours) : null;

function groupRows(rows: readonly UnitRow[], hours: number, groupOf: (row: UnitRow) => string | null) {
  const tally = createTally();
  for (const row of rows) {
    const { bus: _, capacity_factor: factor, ...figures } = row;
    const weights = { given_mwh: (factor ?? 0) * row.capacity_mw * hours, units: 1 };
    tally.add(groupOf(row) ?? ALL, { ...figures, ...weights });
  }
  return tally.keys().map((group) => {
    const sums = tally.get(group);
    const { capacity_mw = 0, given_mwh = 0, units = 0 } = sums;
    return {
      group: group === ALL ? null : group,
      units,
      capacity_mw,
      capacity_factor: capacityFactor(given_mwh, capacity_mw, hours),
      ...unitSums(sums),
    };
  });
}

/** Rows of all areas; an area with load but without units has a row too. */
function areaRows(rows: readonly UnitRow[], { demand }: ReportSums, hours: number) {
  const groups = new Map(groupRows(rows, hours, ({ area }) => area).map((row) => [row.group ?? ALL, row]));
  return [...new Set([...groups.keys(), ...demand.keys()])].map((area) => ({
    group: area === ALL ? null : area,
    units: 0,
    capacity_mw: 0,
    capacity_factor: null,
    ...unitSums({}),
    ...groups.get(area),
    ...amounts(demand.get(area), busFields),
  }));
}

const monthRows = ({ periods, types, fuels }: ReportSums) =>
  periods
    .keys()
    .filter((month) => month !== ALL)
    .map((month) => {
      const sums = periods.get(month);
      return {
        month,
        hours: sums['hours'] ?? 0,
        ...unitSums(sums),
        ...amounts(sums, busFields),
        ...systemSums(sums),
        ...amounts(sums, storageFields),
        generation_mwh_by_type: types.get(month),
        generation_mwh_by_fuel: fuels.get(month),
      };
    });

function elementRows({ reserves, lines, units }: ReportSums, elements: StudyElements) {
  return {
    reserves: reserves
      .keys()
      .map((product) => ({ product, ...amounts(reserves.get(product), reserveFields) })),
    storage: [...elements.units].flatMap(([storage, { kind, energy_mwh }]) => {
      if (kind !== 'storage') return [];
      const { charged_mwh = 0, discharged_mwh = 0 } = units.get(storage);
      return [
        { storage, charged_mwh, discharged_mwh, cycles: energy_mwh ? discharged_mwh / energy_mwh : null },
      ];
    }),
    lines: lines
      .keys()
      .map((line) => ({ line, ...amounts(lines.get(line), lineFields) }))
      .sort((a, b) => b.congestion_rent_usd - a.congestion_rent_usd),
  };
}
