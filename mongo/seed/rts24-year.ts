/**
 * A year of hourly load in the pattern of the IEEE Reliability Test System: every hour is the annual peak
 * times the share of its week, of its day of the week and of its hour.
 *
 *   load[w, d, h] = peak_day[h] * weekly[w] / 100 * daily[d] / 100
 *
 * Source: IEEE RTS Task Force of the APM Subcommittee, "IEEE Reliability Test System", IEEE Transactions
 * on Power Apparatus and Systems PAS-98(6), 1979, tables 1 (weeks) and 2 (days).
 *
 * @module
 */

/** Peak of a week, % of the annual peak, shape [52]. */
const WEEKLY = [
  86.2, 90, 87.8, 83.4, 88, 84.1, 83.2, 80.6, 74, 73.7, 71.5, 72.7, 70.4, 75, 72.1, 80, 75.4, 83.7, 87, 88,
  85.6, 81.1, 90, 88.7, 89.6, 86.1, 75.5, 81.6, 80.1, 88, 72.2, 77.6, 80, 72.9, 72.6, 70.5, 78, 69.5, 72.4,
  72.4, 74.3, 74.4, 80, 88.1, 88.5, 90.9, 94, 89, 94.2, 97, 100, 95.2,
];

/** Peak of a day, % of the weekly peak, Monday first, shape [7]. */
const DAILY = [93, 100, 98, 96, 94, 77, 75];

/**
 * `peakDay`: the day of the annual peak, MW, shape [24]; it returns as Tuesday of week 51. Any unit
 * that can serve it has less to do on every other day. Returns MW, shape [52 * 7 * 24], Monday first.
 */
export const rts24Year = (peakDay: readonly number[]): number[] =>
  WEEKLY.flatMap((week) =>
    DAILY.flatMap((day) => peakDay.map((mw) => Number(((mw * week * day) / 10_000).toFixed(3)))),
  );
