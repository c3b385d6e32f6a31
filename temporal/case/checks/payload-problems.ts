/**
 * All structural checks of a solve payload. Data of a bad case that can be read pass: what is wrong with the case is for
 * the engine to say.
 */
import { instantOf } from '../arithmetic/calendar.ts';
import { seriesOf } from '../arithmetic/fields.ts';
import type { SolvePayload } from '../messages/payload.ts';
import { commitmentData } from './commitment-data.ts';
import { dcLineData, generatorData, networkData, renewableData } from './element-data.ts';
import {
  longestHorizon,
  type PayloadCheck,
  type PayloadLimits,
  type PayloadProblem,
  problem,
  uniqueNames,
} from './problem.ts';
import { reserveData } from './reserve-data.ts';

/** Every series has exactly `horizon` entries. */
const seriesLengths: PayloadCheck = (payload, limits) => {
  const { horizon, interval_minutes } = payload;
  const { period = interval_minutes === undefined || interval_minutes === 60 ? 'hour' : 'interval' } = limits;
  const most = longestHorizon(limits.maxHorizon, payload);
  if (horizon > most) {
    const msg = `Input should be less than or equal to ${most}`;
    return [problem(['horizon'], msg, 'less_than_equal')];
  }
  const expected = `${horizon} ${horizon === 1 ? 'value' : 'values'}, one per ${period}`;
  return [...seriesOf('payload', payload)].flatMap(({ list, position, field, values }) =>
    values.length === horizon
      ? []
      : problem([list, position, field], `Expected ${expected}, got ${values.length}`, 'wrong_length'),
  );
};

const startTime: PayloadCheck = ({ start_time }) => [
  start_time === undefined || instantOf(start_time, 'UTC') !== undefined
    ? undefined
    : problem(['start_time'], `There is no such date: ${start_time}`, 'date_parsing'),
];

const CHECKS = [
  uniqueNames,
  startTime,
  seriesLengths,
  generatorData,
  networkData,
  renewableData,
  dcLineData,
  reserveData,
  commitmentData,
];

/** A reply is not the place for more. */
const MAX_PROBLEMS = 100;

export function payloadProblems(payload: SolvePayload, limits: PayloadLimits): PayloadProblem[] {
  const problems: PayloadProblem[] = [];
  for (const check of CHECKS) {
    for (const found of check(payload, limits)) {
      if (found) problems.push(found);
      if (problems.length >= MAX_PROBLEMS) return problems;
    }
  }
  return problems;
}
