/** Numbers, times and tables for a terminal, the same in every locale so that scripts can read them (pure). */

/** Removes control characters other than line breaks and tabs, so that no text steers the terminal. */
export const plain = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed.
  text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');

export type Cell = string | number | null | undefined;
export type Row = readonly Cell[];

const WIDEST = 60;
const NUMERIC = /^[-+]?\$?[\d,.]+(?:e[-+]?\d+)?(?: [$%\w]+)?$/i;

/** Lines of a table, head first. Columns of numbers after the first are right-aligned, others left-aligned. */
export function textTable(head: readonly string[], rows: readonly Row[]): string[] {
  const texts = [head, ...rows].map((row) => head.map((_, at) => textOf(row[at])));
  const columns = head.map((_, at) => {
    const [, ...cells] = texts.map((row) => row[at] ?? '');
    const width = texts.reduce((most, row) => Math.max(most, row[at]?.length ?? 0), 0);
    const isNumeric =
      cells.some(isNumber) && cells.every((cell) => cell === '-' || cell === '' || isNumber(cell));
    return { width, isRight: at > 0 && isNumeric };
  });
  return texts.map((row) =>
    columns
      .map(({ width, isRight }, at) => (isRight ? row[at]?.padStart(width) : row[at]?.padEnd(width)))
      .join('  ')
      .trimEnd(),
  );
}

const isNumber = (cell: string): boolean => NUMERIC.test(cell);

function textOf(cell: Cell): string {
  if (cell === null || cell === undefined) return '-';
  const text = plain(String(cell)).replaceAll(/\s+/g, ' ');
  return text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text;
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const some = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const two = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

type Known = number | null | undefined;
const orDash =
  (format: (value: number) => string) =>
  (value: Known): string =>
    typeof value === 'number' && Number.isFinite(value) ? format(value) : '-';

/** Rounded amount of money: `$1,235`, `-$1`. */
export const money = orDash(
  (value) => `${Math.round(value) < 0 ? '-' : ''}$${whole.format(Math.abs(value))}`,
);
/** Amount of money to the cent: `$24.60`, `-$1,234.50`. */
export const price = orDash((value) => `${value < 0 ? '-' : ''}$${two.format(Math.abs(value))}`);
export const rounded = orDash((value) => whole.format(Math.round(value) || 0));
/** Number with two decimals. */
export const decimal = orDash((value) => two.format(value));
/** Count, or mean of counts; a mean has decimals unless it is an integer. */
export const count = orDash((value) => some.format(value));
/** Number with its sign. */
export const change = orDash((value) => `${value > 0 ? '+' : ''}${two.format(value)}`);
/** Rounded amount of money with its sign: `+$1,235`, `-$1`. */
export const moneyChange = orDash((value) => `${Math.round(value) > 0 ? '+' : ''}${money(value)}`);
/** Smallest share that is shown, %; smaller shares are rounding errors. */
const LEAST_PERCENT = 1e-4;
/** A share from 0 to 1 with three significant digits: `0.0377 %`. */
export const percent = orDash((value) => {
  const share = 100 * value;
  if (share === 0) return '0 %';
  if (Math.abs(share) < LEAST_PERCENT) return `< ${LEAST_PERCENT} %`;
  return `${Math.abs(share) < 1000 ? share.toPrecision(3) : whole.format(share)} %`;
});

/** Duration in words: `0.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min`. */
export const duration = orDash((seconds) => {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const s = Math.round(seconds);
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`;
  return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
});

/** Local time, to the minute or second: `2026-11-23 04:05`. */
export function localTime(iso: string | null, to: 'minutes' | 'seconds' = 'minutes'): string {
  if (iso === null) return '-';
  const time = new Date(iso);
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted
    .toISOString()
    .slice(0, to === 'minutes' ? 16 : 19)
    .replace('T', ' ');
}
