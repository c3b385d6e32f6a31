/** Fuels of thermal units: gen.csv has a price and an emission rate per unit, a network one per fuel. */
import type { NetworkBody } from '../../../temporal/case/messages/network-body.ts';
import type { ReportBuilder } from '../base/report.ts';
import type { TableRow } from '../tables/table-row.ts';

export type Fuel = NonNullable<NetworkBody['fuels']>[number] & { readonly price_usd_per_mmbtu: number };

const T_PER_LB = 0.45359237 / 1000;
const CO2 = 'Emissions CO2 Lbs/MMBTU';

/** Row of a thermal unit -> its fuel. Equal fuels are one; a fuel with several prices or rates is one per type of unit. */
export function readFuels(rows: readonly TableRow[], report: ReportBuilder): Map<TableRow, Fuel> {
  const kinds = new Map<string, { readonly row: TableRow; readonly price: number; readonly co2: number }>();
  const keyOf = new Map<TableRow, string>();
  for (const row of rows) {
    const price = row.amount('Fuel Price $/MMBTU');
    const co2 = row.optionalAmount(CO2) * T_PER_LB;
    const key = JSON.stringify([row.text('Fuel'), price, co2]);
    keyOf.set(row, key);
    if (!kinds.has(key)) kinds.set(key, { row, price, co2 });
  }
  const fuels = new Map<string, Fuel>();
  const counts = new Map<string, number>();
  for (const { row } of kinds.values()) counts.set(row.text('Fuel'), (counts.get(row.text('Fuel')) ?? 0) + 1);
  /** Name -> how many kinds have it so far. */
  const taken = new Map<string, number>();
  for (const [key, { row, price, co2 }] of kinds) {
    const name = freeName(row, counts, taken);
    if (name !== row.text('Fuel'))
      report.change(
        'info',
        'fuel',
        `${name} is a fuel of its own, as its price or its CO2 differs`,
        row.place('Fuel'),
      );
    fuels.set(key, { name, price_usd_per_mmbtu: price, ...(co2 > 0 && { co2_t_per_mmbtu: co2 }) });
  }
  report.keep('fuels', 'Fuels with price and CO2', fuels.size);
  const byRow = new Map<TableRow, Fuel>();
  for (const [row, key] of keyOf) {
    const fuel = fuels.get(key);
    if (fuel) byRow.set(row, fuel);
  }
  return byRow;
}

/** `Oil`; where there are several kinds of oil `Oil/CT`, `Oil/STEAM`, `Oil/STEAM 2`. */
function freeName(row: TableRow, counts: ReadonlyMap<string, number>, taken: Map<string, number>): string {
  const fuel = row.text('Fuel');
  if (counts.get(fuel) === 1) return fuel;
  const name = `${fuel}/${row.text('Unit Type')}`;
  const n = (taken.get(name) ?? 0) + 1;
  taken.set(name, n);
  return n === 1 ? name : `${name} ${n}`;
}
