/** Formats of numbers and times in the language of the browser, and names of programs. */

const number = (options: Intl.NumberFormatOptions): ((value: number) => string) => {
  const format = new Intl.NumberFormat(undefined, options);
  return (value) => format.format(value);
};

const whole = number({ maximumFractionDigits: 0 });
const one = number({ maximumFractionDigits: 1 });
const two = number({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
const figures = number({ maximumSignificantDigits: 4 });
const hundredths = number({ maximumFractionDigits: 2 });
const thousandths = number({ maximumFractionDigits: 3 });

const sign = (value: number): string => (value < 0 ? '-' : '');

/** Formats a value, or shows a dash if it is unknown. */
const orDash =
  (format: (value: number) => string) =>
  (value: number | null | undefined): string =>
    value === null || value === undefined || !Number.isFinite(value) ? '–' : format(value);

export const count = orDash(whole);
/** A number with its noun: `1 line`, `73 lines`. */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;
/** Number with four significant digits; `5e-13` for tiny values. */
export const plain = orDash((value) =>
  value !== 0 && Math.abs(value) < 1e-4 ? value.toExponential(0) : figures(value),
);
/** Number with up to three decimals, for tables of numbers. */
export const exact = orDash(thousandths);
/** Amount in whole dollars. */
export const money = orDash((value) => `${sign(Math.round(value))}$${whole(Math.abs(value))}`);
const million = number({ notation: 'compact', minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** Amount for key figures, such as `$7.07M`; shortened from a million up. */
export const shortMoney = orDash((value) =>
  Math.abs(value) < 1e6 ? money(value) : `${sign(value)}$${million(Math.abs(value))}`,
);
/** Cost fields of a record, $; older jobs have no penalties of soft limits. */
export interface Penalized {
  readonly penalty_usd?: number | null | undefined;
}
/** Smallest amount that counts as nonzero, $; smaller amounts are rounding errors. */
const CENT = 0.01;
export const hasPenalties = ({ penalty_usd }: Penalized): boolean => (penalty_usd ?? 0) >= CENT;
/** Price, $/MWh. */
export const price = orDash((value) => `${sign(value)}$${two(Math.abs(value))}/MWh`);
/** Formats a number with enough digits that a small nonzero value is not shown as 0. */
const orFigures =
  (format: (value: number) => string, least: number) =>
  (value: number): string =>
    Math.abs(value) < least ? plain(value) : format(value);
/** Power, MW. */
export const power = orDash((value) => `${orFigures(one, 0.05)(value)} MW`);
/** Energy, MWh. */
export const energy = orDash((value) => `${orFigures(whole, 10)(value)} MWh`);
/** Name of a bus for users: `bus_7` -> `bus 7`. */
export const busName = (key = ''): string => key.replace(/^bus_/, 'bus ');
/** Percentage of a share from 0 to 1. */
export const percent = orDash((value) => {
  const share = 100 * value;
  return share !== 0 && Math.abs(share) < 0.01 ? '< 0.01 %' : `${hundredths(share)} %`;
});

/** Duration from seconds: `4.2 s`, `3 min 20 s`, `2 h 5 min`. */
export const duration = orDash((seconds) => {
  if (seconds < 60) return `${one(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
});

const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

export const localTime = (iso: string): string => DATE.format(new Date(iso));

/** Time since a moment, such as `2 h ago`; the date if this is longer than a week. `now`: Unix ms. */
export function ago(iso: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`;
  if (minutes < 7 * 24 * 60) return `${Math.floor(minutes / (24 * 60))} d ago`;
  return DAY_ONLY.format(new Date(iso));
}
const DAY_ONLY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** Time in UTC: `2026-11-23 04:05:06 UTC`. */
export const utcTime = (iso: string): string =>
  `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** Browser names in the order of the search: user agents often contain the names of other browsers too. */
const BROWSERS = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'];
const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS X', 'Linux'];

/** Name of the program in a user agent: `Firefox on Windows`; for other programs, the user agent itself. */
export function programName(userAgent: string | null): string {
  const firstIn = (names: readonly string[], end: string) =>
    names.find((name) => userAgent?.includes(name + end));
  const browser = firstIn(BROWSERS, '/');
  if (!browser) return userAgent || 'not known';
  const system = firstIn(SYSTEMS, '');
  const name = { Edg: 'Edge', OPR: 'Opera' }[browser] ?? browser;
  return system ? `${name} on ${system}` : name;
}
