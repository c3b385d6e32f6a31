/** Numbers and times for people, the same in every locale so that a script may read them too. */

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const some = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const two = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

type Known = number | null | undefined;
const orDash =
  (format: (value: number) => string) =>
  (value: Known): string =>
    typeof value === 'number' && Number.isFinite(value) ? format(value) : '-';

/** `$1,235`, `-$1` */
export const money = orDash(
  (value) => `${Math.round(value) < 0 ? '-' : ''}$${whole.format(Math.abs(value))}`,
);
/** `$24.60`, `-$1,234.50` */
export const price = orDash((value) => `${value < 0 ? '-' : ''}$${two.format(Math.abs(value))}`);
export const rounded = orDash((value) => whole.format(Math.round(value) || 0));
/** With two decimals. */
export const decimal = orDash((value) => two.format(value));
/** A count, or a mean of counts: with decimals only where it has some. */
export const count = orDash((value) => some.format(value));
/** With its sign. */
export const change = orDash((value) => `${value > 0 ? '+' : ''}${two.format(value)}`);
/** `+$1,235`, `-$1` */
export const moneyChange = orDash((value) => `${Math.round(value) > 0 ? '+' : ''}${money(value)}`);
/** A share, 0 to 1. */
export const percent = orDash((value) => `${(value * 100).toPrecision(3)} %`);

/** `0.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min` */
export const duration = orDash((seconds) => {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const s = Math.round(seconds);
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`;
  return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
});

/** `2026-11-23 04:05` in the zone of the terminal, to the minute or the second */
export function localTime(iso: string | null, to: 'minutes' | 'seconds' = 'minutes'): string {
  if (iso === null) return '-';
  const time = new Date(iso);
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted
    .toISOString()
    .slice(0, to === 'minutes' ? 16 : 19)
    .replace('T', ' ');
}
