/** Cron lines of five fields: reading them, and testing whether a local time matches. Temporal does the scheduling. */

interface Field {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  readonly words: readonly string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const FIELDS: readonly Field[] = [
  { name: 'Minute', least: 0, most: 59, words: [] },
  { name: 'Hour', least: 0, most: 23, words: [] },
  { name: 'Day of month', least: 1, most: 31, words: [] },
  { name: 'Month', least: 1, most: 12, words: MONTHS },
  // Day of the week; both 0 and 7 are Sunday.
  { name: 'Day of week', least: 0, most: 7, words: DAYS },
];
/**
 * Pattern of a part of a field: a number or name, a range, or `*`, each with or without a step, such as 5, MON-FRI,
 * 8-18/2.
 */
const PART = /^(\*|\w+)(?:-(\w+))?(?:\/(\d+))?$/;

/** The values that each field allows. A day must match both the day of month and the day of week, as in Temporal. */
type Cron = readonly ReadonlySet<number>[];

/** Allowed values of each field of a cron line, or a message about the fault of the line. */
export function readCron(line: string): Cron | string {
  const cron: Set<number>[] = [];
  for (const [k, text] of line.split(' ').entries()) {
    const field = FIELDS[k];
    if (!field) break;
    const values = readField(field, text);
    if (typeof values === 'string') return values;
    cron.push(values);
  }
  return cron.length === FIELDS.length ? cron : 'it has five fields';
}

function readField(field: Field, text: string): Set<number> | string {
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const range = readPart(field, part);
    if (typeof range === 'string') return range;
    for (const value of range) values.add(value === 7 && field.words === DAYS ? 0 : value);
  }
  return values;
}

function readPart(field: Field, part: string): Iterable<number> | string {
  const { name, least, most } = field;
  const [, first = '', last, every] = PART.exec(part) ?? [];
  if (part.includes('#'))
    return `${name} ${part}: there is no nth day of week; the second Monday is 8-14 as day of month and MON as day of week`;
  const isAll = first === '*';
  const from = isAll ? least : numberOf(field, first);
  // A step without an end of the range, such as 5/10, runs to the largest value of its field.
  const open = isAll || every !== undefined ? most : from;
  const to = last === undefined ? open : numberOf(field, last);
  if (first === '' || (isAll && last !== undefined) || Number.isNaN(from + to))
    return `${name} ${part} is neither a number, a range, a step nor a list of them`;
  if (from < least || to > most) return `${name} is not in range [${least}-${most}]`;
  if (to < from) return `${name} ${part} ends before it begins`;
  const step = Number(every ?? 1);
  if (step < 1 || step > most - least)
    return `${name} ${part}: a step is from 1 to ${most - least}; intervals of any length are every_minutes`;
  const count = Math.floor((to - from) / step) + 1;
  return Array.from({ length: count }, (_, k) => from + k * step);
}

function numberOf({ words }: Field, text: string): number {
  const at = words.indexOf(text.toLowerCase());
  return at === -1 ? Number(text) : at + (words === MONTHS ? 1 : 0);
}

/** True if a local time matches a cron line. `local`: local time read as UTC, ms. */
export function fitsCron(cron: Cron, local: number): boolean {
  const at = new Date(local);
  const is = [at.getUTCMinutes(), at.getUTCHours(), at.getUTCDate(), at.getUTCMonth() + 1, at.getUTCDay()];
  return cron.every((values, k) => values.has(is[k] ?? -1));
}
