/** Every series has exactly `horizon` entries. */
import { type PayloadCheck, type PayloadProblem, problem } from './problem.ts';

export const seriesLengths: PayloadCheck = (payload, { maxHorizon, period = 'hour' }) => {
  const { horizon } = payload;
  if (horizon > maxHorizon) {
    const msg = `Input should be less than or equal to ${maxHorizon}`;
    return [problem(['horizon'], msg, 'less_than_equal')];
  }
  const expected = `${horizon} ${horizon === 1 ? 'value' : 'values'}, one per ${period}`;
  const length = (series: readonly unknown[] | undefined, ...path: (string | number)[]): PayloadProblem[] =>
    series === undefined || series.length === horizon
      ? []
      : [problem(path, `Expected ${expected}, got ${series.length}`, 'wrong_length')];
  return [
    ...payload.loads.flatMap(({ values }, i) => length(values, 'loads', i, 'values')),
    ...payload.generators.flatMap(({ p_min_profile, p_max_profile }, i) => [
      ...length(p_min_profile, 'generators', i, 'p_min_profile'),
      ...length(p_max_profile, 'generators', i, 'p_max_profile'),
    ]),
    ...(payload.renewables ?? []).flatMap(({ p_min, p_max }, i) => [
      ...length(p_min, 'renewables', i, 'p_min'),
      ...length(p_max, 'renewables', i, 'p_max'),
    ]),
    ...(payload.reserves ?? []).flatMap(({ mw }, i) =>
      length(Array.isArray(mw) ? mw : undefined, 'reserves', i, 'mw'),
    ),
  ];
};
