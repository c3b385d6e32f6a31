/**
 * Checks of the time-dependent data of a network: series are not empty, dates exist, and `series_start` is present if
 * dates are used.
 */
import { instantOf, isZone } from '../arithmetic/calendar.ts';
import { seriesOf } from '../arithmetic/fields.ts';
import type { NetworkBody } from '../network-body.ts';
import { MONTHS } from '../network-schema.ts';
import { eachItem, type PayloadProblem, problem } from './problem.ts';

type Place = readonly (string | number)[];

export const networkSeries = (network: NetworkBody): PayloadProblem[] => [
  ...someHours(network),
  ...actuals(network),
  ...dates(network),
];

/** Checks that no series is empty. Any other length is valid, because series are repeated. */
function someHours(network: NetworkBody): PayloadProblem[] {
  const { fuels } = network;
  return [
    ...[...seriesOf('network', network)].flatMap(({ list, position, within, field, values, actualOf }) =>
      actualOf ? [] : empty(values, list, position, ...within, field),
    ),
    ...eachBudget(network, ({ mwh, min_mwh }, place) => [
      ...empty(mwh, ...place, 'mwh'),
      ...(min_mwh && min_mwh.length !== mwh.length
        ? [problem([...place, 'min_mwh'], `Input should have as many values as mwh, ${mwh.length}`)]
        : []),
    ]),
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
    ...eachBudget(network, ({ mwh, min_mwh = [] }, place) => {
      const negative = (values: readonly number[], field: string): PayloadProblem[] => {
        const wrong = values.findIndex((value) => value < 0);
        const msg = 'Input should be greater than or equal to 0';
        return wrong < 0 ? [] : [problem([...place, field, wrong], msg, 'greater_than_equal')];
      };
      const above = min_mwh.findIndex((least, k) => least > (mwh[k] ?? least));
      return [
        ...negative(mwh, 'mwh'),
        ...negative(min_mwh, 'min_mwh'),
        ...(above < 0
          ? []
          : [problem([...place, 'min_mwh', above], `min_mwh should not be above mwh ${mwh[above]}`)]),
      ];
    }),
  ];
}

type Budget = NonNullable<NonNullable<NetworkBody['renewables']>[number]['energy_limits']>;

/** Findings on the energy budgets of all elements, with their places. */
const eachBudget = (
  { renewables, generators, storage }: NetworkBody,
  find: (budget: Budget, place: Place) => readonly PayloadProblem[],
): PayloadProblem[] =>
  Object.entries({ renewables, generators, storage }).flatMap(([list, items = []]) =>
    items.flatMap(({ energy_limits }, i) =>
      energy_limits ? find(energy_limits, [list, i, 'energy_limits']) : [],
    ),
  );

/** Checks that actual values have the same number of hours as their forecast. */
const actuals = (network: NetworkBody): PayloadProblem[] =>
  [...seriesOf('network', network)].flatMap(({ list, position, field, element, values, actualOf }) => {
    const forecast: unknown = actualOf && Reflect.get(element, actualOf);
    if (!Array.isArray(forecast) || forecast.length === values.length) return [];
    const msg = `Input should have as many values as the forecast, ${forecast.length}, and has ${values.length}`;
    return problem([list, position, field], msg);
  });

const empty = (series: number | readonly unknown[] | undefined, ...path: Place): PayloadProblem[] =>
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

/** Findings for data that require calendar dates, in a network without `series_start`. */
function withoutDates(network: NetworkBody): PayloadProblem[] {
  const { generators, fuels } = network;
  const needed = (...path: Place) =>
    problem(path, 'This requires calendar dates: the network should have series_start', 'missing');
  return [
    ...eachItem(generators, ({ maintenance }, i) =>
      maintenance?.length ? needed('generators', i, 'maintenance') : undefined,
    ),
    ...eachBudget(network, ({ period }, place) => (period === 'month' ? [needed(...place, 'period')] : [])),
    ...eachItem(fuels, ({ price_usd_per_mmbtu: price }, i) =>
      Array.isArray(price) && price.length === MONTHS ? needed('fuels', i, 'price_usd_per_mmbtu') : undefined,
    ),
  ];
}
