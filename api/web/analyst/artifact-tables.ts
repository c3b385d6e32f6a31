/** The data of an explanation as tables (pure). */

export interface RecordTable {
  readonly name: string;
  readonly columns: readonly Heading[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

export interface Heading {
  readonly field: string;
  readonly name: string;
  readonly unit: string;
  readonly isNumber: boolean;
}

/** Figures carry their unit in their name. The longer endings first. */
const UNITS: readonly (readonly [ending: string, unit: string])[] = [
  ['_usd_per_mwh', '$/MWh'],
  ['_usd_per_mw', '$/MW'],
  ['_usd_per_t', '$/t'],
  ['_usd', '$'],
  ['_mwh', 'MWh'],
  ['_mw', 'MW'],
  ['_pct', '%'],
  ['_percent', '%'],
  ['_t', 't'],
  ['_h', 'h'],
  ['_s', 's'],
];

/** What costs are called everywhere, whatever their field is called. */
const COSTS: Readonly<Record<string, string>> = {
  total_cost: 'Cost of operation',
  objective_value: 'Objective',
  penalty: 'Penalties',
  base_cost: 'Objective of the base',
  alternative_cost: 'Objective of the alternative',
};

/** `startup_cost_usd` -> `Startup cost`, `$` */
export function headingOf(field: string): Pick<Heading, 'name' | 'unit'> {
  const [ending = '', unit = ''] = UNITS.find(([known]) => field.endsWith(known)) ?? [];
  const stem = field.slice(0, field.length - ending.length);
  const words = COSTS[stem] ?? stem.replaceAll('_', ' ');
  return { name: words.charAt(0).toUpperCase() + words.slice(1), unit };
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isPlain = (value: unknown): value is string | number =>
  (typeof value === 'number' && Number.isFinite(value)) || (typeof value === 'string' && value !== '');

/** Each list of records; one in a record is a table of its own. */
export function tablesIn(data: unknown, name = ''): RecordTable[] {
  if (!isFields(data)) return [];
  return Object.entries(data).flatMap(([field, value]) => {
    const title = [name, headingOf(field).name].filter(Boolean).join(': ');
    if (isFields(value)) return tablesIn(value, title);
    if (!Array.isArray(value) || !value.every(isFields) || value.length === 0) return [];
    return [{ name: title, columns: columnsOf(value), rows: value }];
  });
}

function columnsOf(rows: readonly Fields[]): Heading[] {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return fields.flatMap((field) => {
    const known = rows.map((row) => row[field]).filter(isPlain);
    const isNumber = known.length > 0 && known.every((value) => typeof value === 'number');
    return known.length === 0 ? [] : [{ field, ...headingOf(field), isNumber }];
  });
}
