/** Checks of what a network says over time: series that hold a value, dates that exist, and where the series begin. */
import { instantOf, isZone } from '../arithmetic/calendar.ts';
import type { NetworkBody } from '../messages/network-body.ts';
import { MONTHS } from '../messages/network-units.ts';
import { eachItem, type PayloadProblem, problem } from './problem.ts';

type Place = readonly (string | number)[];

export const networkSeries = (network: NetworkBody): PayloadProblem[] => [
  ...someHours(network),
  ...actuals(network),
  ...dates(network),
];

/** Series repeat, so any length will do but none. */
function someHours({ generators, loads, renewables, reserves, fuels }: NetworkBody): PayloadProblem[] {
  return [
    ...loads.flatMap(({ values }, i) => empty(values, 'loads', i, 'values')),
    ...generators.flatMap(({ p_min_profile, p_max_profile }, i) => [
      ...empty(p_min_profile, 'generators', i, 'p_min_profile'),
      ...empty(p_max_profile, 'generators', i, 'p_max_profile'),
    ]),
    ...(renewables ?? []).flatMap(({ p_min, p_max, energy_limits }, i) => [
      ...empty(p_min, 'renewables', i, 'p_min'),
      ...empty(p_max, 'renewables', i, 'p_max'),
      ...empty(energy_limits?.mwh, 'renewables', i, 'energy_limits', 'mwh'),
    ]),
    ...(reserves ?? []).flatMap(({ mw }, i) => empty(mw, 'reserves', i, 'mw')),
    ...(fuels ?? []).flatMap(({ price_usd_per_mmbtu }, i) =>
      empty(price_usd_per_mmbtu, 'fuels', i, 'price_usd_per_mmbtu'),
    ),
    ...(fuels ?? []).flatMap(({ price_usd_per_mmbtu: price }, i) => {
      const wrong = [price].flat().findIndex((value) => value < 0);
      const path = ['fuels', i, 'price_usd_per_mmbtu', ...(Array.isArray(price) ? [wrong] : [])];
      return wrong < 0
        ? []
        : [problem(path, 'Input should be greater than or equal to 0', 'greater_than_equal')];
    }),
    ...(renewables ?? []).flatMap(({ energy_limits }, i) => {
      const wrong = energy_limits?.mwh.findIndex((mwh) => mwh < 0) ?? -1;
      const path = ['renewables', i, 'energy_limits', 'mwh', wrong];
      return wrong < 0
        ? []
        : [problem(path, 'Input should be greater than or equal to 0', 'greater_than_equal')];
    }),
  ];
}

/** What came stands beside its forecast hour by hour. */
const actuals = ({ loads, renewables }: NetworkBody): PayloadProblem[] => [
  ...eachItem(loads, ({ values, actual_values }, i) =>
    asLong(actual_values, values, 'loads', i, 'actual_values'),
  ),
  ...eachItem(renewables, ({ p_max, actual_p_max }, i) =>
    asLong(actual_p_max, p_max, 'renewables', i, 'actual_p_max'),
  ),
];

const asLong = (
  actual: readonly number[] | undefined,
  { length }: readonly number[],
  ...path: Place
): PayloadProblem | undefined =>
  actual === undefined || actual.length === length
    ? undefined
    : problem(path, `Input should have as many values as the forecast, ${length}, and has ${actual.length}`);

const empty = (series: number | readonly number[] | undefined, ...path: Place): PayloadProblem[] =>
  Array.isArray(series) && series.length === 0
    ? [problem(path, 'List should have at least 1 item', 'too_short')]
    : [];

function dates(network: NetworkBody): PayloadProblem[] {
  const { generators, series_start, time_zone = 'UTC' } = network;
  if (!isZone(time_zone)) {
    return [
      problem(['time_zone'], `Unknown time zone '${time_zone}': an IANA name or an offset such as -07:00`),
    ];
  }
  const day = (text: string | undefined, ...path: Place): PayloadProblem[] =>
    text === undefined || instantOf(text, time_zone) !== undefined
      ? []
      : [problem(path, `There is no such date: ${text}`, 'date_parsing')];
  return [
    ...day(series_start, 'series_start'),
    ...generators.flatMap(({ maintenance = [] }, i) =>
      maintenance.flatMap(({ from, to }, k) => [
        ...day(from, 'generators', i, 'maintenance', k, 'from'),
        ...day(to, 'generators', i, 'maintenance', k, 'to'),
        ...ordered(from, to, time_zone, ['generators', i, 'maintenance', k, 'to']),
      ]),
    ),
    ...(series_start === undefined ? withoutDates(network) : []),
  ];
}

const ordered = (from: string, to: string, zone: string, path: Place): PayloadProblem[] =>
  (instantOf(to, zone) ?? Number.POSITIVE_INFINITY) > (instantOf(from, zone) ?? Number.NEGATIVE_INFINITY)
    ? []
    : [problem(path, `Maintenance should end after it begins at ${from}`)];

/** What goes by the calendar means nothing until the hours have dates. */
function withoutDates({ generators, renewables, fuels }: NetworkBody): PayloadProblem[] {
  const needed = (...path: Place) =>
    problem(path, 'This goes by the calendar: the network should have series_start', 'missing');
  return [
    ...eachItem(generators, ({ maintenance }, i) =>
      maintenance?.length ? needed('generators', i, 'maintenance') : undefined,
    ),
    ...eachItem(renewables, ({ energy_limits }, i) =>
      energy_limits?.period === 'month' ? needed('renewables', i, 'energy_limits', 'period') : undefined,
    ),
    ...eachItem(fuels, ({ price_usd_per_mmbtu: price }, i) =>
      Array.isArray(price) && price.length === MONTHS ? needed('fuels', i, 'price_usd_per_mmbtu') : undefined,
    ),
  ];
}
