/** Sentences from the records of a result: "For bus 3 in hour 18: price 21.5 $/MWh." */

/** End of a key -> unit; the longest that fits counts. */
const UNITS: readonly (readonly [suffix: string, unit: string])[] = [
  ['_usd_per_mwh', '$/MWh'],
  ['_mwh', 'MWh'],
  ['_usd', '$'],
  ['_pct', '%'],
  ['_mw', 'MW'],
];

/** Names are shorter, characters. */
const LONGEST = 40;
/** The same for every record. */
const ABOUT_ALL: readonly string[] = ['scenario_id', 'job_id'];

export function recordSentences(data: unknown): string[] {
  if (Array.isArray(data)) return data.flatMap(recordSentences);
  if (typeof data !== 'object' || data === null) return [];
  const fields = Object.entries(data);
  const figures = fields.filter(([key, value]) => typeof value === 'number' && key !== 'hour');
  const inner = fields
    .filter(([, value]) => typeof value === 'object')
    .flatMap(([, value]) => recordSentences(value));
  const labels = labelsOf(fields);
  if (figures.length === 0 || labels === '') return inner;
  return [`For ${labels}: ${figures.map(figure).join(', ')}.`, ...inner];
}

function labelsOf(fields: readonly (readonly [string, unknown])[]): string {
  const names = fields
    .filter(([key, value]) => typeof value === 'string' && value.length < LONGEST && !ABOUT_ALL.includes(key))
    .map(([key, value]) => (String(value).startsWith(key) ? `${value}` : `${words(key)} ${value}`));
  const hour = fields.find(([key, value]) => key === 'hour' && typeof value === 'number')?.[1];
  return [...names, ...(hour === undefined ? [] : [`hour ${hour}`])].join(', ');
}

function figure([key, value]: readonly [string, unknown]): string {
  const [suffix, unit] = UNITS.find(([end]) => key.endsWith(end)) ?? ['', ''];
  return `${words(key.slice(0, key.length - suffix.length))} ${value}${unit && ` ${unit}`}`;
}

const words = (key: string): string => key.replace(/_id$/, '').replaceAll('_', ' ');
