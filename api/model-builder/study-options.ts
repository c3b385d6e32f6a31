/** Checks the options of a submission against the model and the network, and finds the first hour of the run. */
import type { ExecutionOptions, ExecutionStart } from '../../mongo/executions.ts';
import { isLong } from '../../temporal/case/arithmetic/drafted-months.ts';
import { isWind } from '../../temporal/case/arithmetic/elements.ts';
import { longestSeries, seriesOf } from '../../temporal/case/arithmetic/fields.ts';
import { hourOfDate, seriesCalendar } from '../../temporal/case/arithmetic/series-calendar.ts';
import { type StudyOption, studyOptionFields } from '../../temporal/case/messages/study-options.ts';
import type { NetworkContent } from '../../temporal/case/network-schema.ts';
import { DEFAULT_HORIZON_H, type PcmModel, SOLVE_HORIZON_H } from '../../temporal/case/pcm-models.ts';
import { type FieldProblem, Unprocessable } from '../http/errors.ts';
import { checkHorizon } from './catalog.ts';
import type { ExecutionBody } from './execution.ts';

interface Study {
  readonly options: ExecutionOptions;
  readonly start: ExecutionStart;
  /** Warnings about the series of the network. */
  readonly warnings: readonly string[];
}

type Given = ExecutionBody['options'];

const DAY_H = 24;

/**
 * Checks a submission. Throws `Unprocessable` for options that the model does not support or the network cannot
 * satisfy.
 */
export function chooseStudy(model: PcmModel, submission: Given, network: NetworkContent): Study {
  const names = Object.keys(studyOptionFields) as StudyOption[];
  const foreign = names.filter((name) => submission[name] !== undefined && !model.options.includes(name));
  refuse(foreign.map((name) => problem(name, `Model '${model.id}' has no option '${name}'`)));
  const horizon = horizonOf(submission);
  checkHorizon(model, horizon);
  refuse([
    ...lineProblems(submission),
    ...stepProblems(submission),
    ...fuelProblems(submission, network),
    ...outageProblems(submission, network),
    ...windProblems(submission, network),
    ...capProblems(submission, network),
  ]);
  const start = startOf(submission, network);
  const chosen = names.flatMap((name) => (submission[name] === undefined ? [] : [[name, submission[name]]]));
  const options: ExecutionOptions = {
    horizon,
    include_reserves: submission.include_reserves,
    ...Object.fromEntries(chosen),
    ...(model.rolling && {
      go_on: submission.go_on ?? true,
      parallel: submission.parallel ?? isLong(horizon),
    }),
  };
  return {
    options,
    start,
    warnings: [...networkWarnings(network, start.hour + horizon), ...realTimeWarnings(submission, network)],
  };
}

const problem = (option: string, msg: string, type = 'value_error'): FieldProblem => ({
  loc: ['body', 'options', ...option.split('.')],
  msg,
  type,
});

function refuse(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw new Unprocessable(problems);
}

function horizonOf({ horizon, days }: Given): number {
  if (days === undefined) return horizon;
  // A horizon equal to the default may come from the schema instead of the client, so it is not compared with the days.
  if (horizon !== DEFAULT_HORIZON_H && horizon !== days * DAY_H)
    refuse([problem('days', `Give either days or horizon: ${days} days are not ${horizon} h`)]);
  return days * DAY_H;
}

function lineProblems({ lines, line_penalty_usd_per_mwh, n_1, losses }: Given): FieldProblem[] {
  const needless = [
    ...(line_penalty_usd_per_mwh !== undefined && lines !== 'soft'
      ? [problem('line_penalty_usd_per_mwh', "This is the price of limits with lines 'soft'")]
      : []),
    ...(n_1 && lines === 'off' ? [problem('n_1', 'n_1 requires lines')] : []),
    ...(losses && lines === 'off' ? [problem('losses', 'losses requires lines')] : []),
  ];
  return needless;
}

function stepProblems({ step_h = DAY_H, look_ahead_h = DAY_H }: Given): FieldProblem[] {
  const most = SOLVE_HORIZON_H - step_h;
  return look_ahead_h <= most
    ? []
    : [problem('look_ahead_h', `Input should be less than or equal to ${most}`, 'less_than_equal')];
}

function fuelProblems({ fuel_prices = {} }: Given, { fuels = [] }: NetworkContent): FieldProblem[] {
  const names = new Set(fuels.map(({ name }) => name));
  return Object.keys(fuel_prices)
    .filter((name) => !names.has(name))
    .map((name) => ({
      loc: ['body', 'options', 'fuel_prices', name],
      msg: `The network has no fuel '${name}'`,
      type: 'unknown_element',
    }));
}

const capProblems = (
  { emission_cap_t }: Given,
  { generators, fuels = [] }: NetworkContent,
): FieldProblem[] =>
  emission_cap_t === undefined ||
  generators.some(({ co2_t_per_mwh, co2_t_per_start }) => co2_t_per_mwh || co2_t_per_start) ||
  fuels.some(({ co2_t_per_mmbtu }) => co2_t_per_mmbtu)
    ? []
    : [problem('emission_cap_t', 'No generator or fuel of the network has CO2 data')];

const outageProblems = ({ outage_seed }: Given, { generators }: NetworkContent): FieldProblem[] =>
  outage_seed === undefined || generators.some(({ forced_outage_rate = 0 }) => forced_outage_rate > 0)
    ? []
    : [problem('outage_seed', 'No generator of the network has a forced_outage_rate')];

const windProblems = ({ wind_scale }: Given, { renewables = [] }: NetworkContent): FieldProblem[] =>
  wind_scale === undefined || renewables.some(isWind)
    ? []
    : [problem('wind_scale', 'The network has no wind')];

const realTimeWarnings = ({ real_time }: Given, { loads, renewables = [] }: NetworkContent): string[] =>
  real_time === undefined ||
  loads.some(({ actual_values }) => actual_values) ||
  renewables.some(({ actual_p_max }) => actual_p_max)
    ? []
    : [
        'The network has no actual values (actual_values, actual_p_max): real time is dispatched on forecasts',
      ];

function startOf({ start }: Given, network: NetworkContent): ExecutionStart {
  const calendar = seriesCalendar(network);
  if (start === undefined) return { hour: 0, ...(calendar && { calendar }) };
  const refuseStart = (msg: string): never => {
    throw new Unprocessable([problem('start', msg)]);
  };
  if (!calendar) return refuseStart('The series of the network have no date: it should have series_start');
  const hour = hourOfDate(calendar, start);
  if (Number.isNaN(hour)) return refuseStart(`There is no such date: ${start}`);
  if (!Number.isInteger(hour)) return refuseStart('A run should start at a full hour of the series');
  const hours = longestSeries(network);
  if (hour < 0 || hour >= hours) {
    return refuseStart(
      `The series have ${hours} h from ${network.series_start}, which do not include this start`,
    );
  }
  return { hour, calendar };
}

const MOST_NAMED = 3;

/** Warnings about the series of a network. `hours`: number of hours that a run reads. */
function networkWarnings(network: NetworkContent, hours: number): string[] {
  // Constant series, which have a single value, are left out.
  const series = [...seriesOf('network', network)].filter(({ values }) => values.length > 1);
  const longest = longestSeries(network);
  const short = series.filter(
    ({ values, actualOf }) => !actualOf && values.length < Math.min(hours, longest),
  );
  if (short.length === 0) return [];
  const examples = short.slice(0, MOST_NAMED).map(({ field, element, values }) => {
    const name: unknown = Reflect.get(element, 'name') ?? Reflect.get(element, 'id');
    const place = name === undefined ? `load at bus ${Reflect.get(element, 'bus')}` : `${field} of ${name}`;
    return `${place} (${values.length})`;
  });
  const others = short.length > examples.length ? ` and ${short.length - examples.length} more` : '';
  return [`Series with fewer values than the longest (${longest}) repeat: ${examples.join(', ')}${others}`];
}
