/**
 * All structural checks of a solve payload. A case with valid data passes even if it is infeasible; only the engine
 * finds infeasibility.
 */
import { instantOf } from '../arithmetic/calendar.ts';
import { seriesOf } from '../arithmetic/fields.ts';
import { PROFILED } from '../arithmetic/profiles.ts';
import type { SolvePayload } from '../schema.ts';
import { bidData, demandResponseData } from './bid-data.ts';
import {
  dcLineData,
  energyLimitData,
  generatorData,
  interfaceData,
  networkData,
  phaseShifterData,
} from './element-data.ts';
import { fuelLimitData } from './fuel-data.ts';
import {
  eachItem,
  longestHorizon,
  type PayloadCheck,
  type PayloadLimits,
  type PayloadProblem,
  problem,
  uniqueNames,
} from './problem.ts';
import { reserveProducts, reserveProviders } from './reserve-data.ts';
import { storageProblems } from './storage-data.ts';

/** Checks that every series has exactly `horizon` entries. */
const seriesLengths: PayloadCheck = (payload, limits) => {
  const { horizon, interval_minutes } = payload;
  const { period = interval_minutes === undefined || interval_minutes === 60 ? 'hour' : 'interval' } = limits;
  const most = longestHorizon(limits.maxHorizon, payload);
  if (horizon > most) {
    const msg = `Input should be less than or equal to ${most}`;
    return [problem(['horizon'], msg, 'less_than_equal')];
  }
  const expected = `${horizon} ${horizon === 1 ? 'value' : 'values'}, one per ${period}`;
  return [...seriesOf('payload', payload)].flatMap(({ list, position, within, field, values }) =>
    values.length === horizon
      ? []
      : problem(
          [list, position, ...within, field],
          `Expected ${expected}, got ${values.length}`,
          'wrong_length',
        ),
  );
};

const listsTwice: PayloadCheck = (payload) =>
  (['generators', 'transmission_lines'] as const).flatMap((list) =>
    eachItem<object>(payload[list], (element, i) => {
      const field = PROFILED[list].find((name) => Object.hasOwn(element, `${name}_profile`));
      if (field === undefined) return undefined;
      return problem([list, i, `${field}_profile`], `${field} is already a list: give only one of them`);
    }),
  );

const storageData: PayloadCheck = ({ storage, interval_minutes = 60 }) => [
  ...storageProblems(storage),
  ...eachItem(storage, ({ standing_loss_per_h: loss = 0 }, i) => {
    const share = (loss * interval_minutes) / 60;
    const msg = `Input should be below 1 per interval, and is ${share} in ${interval_minutes} minutes`;
    return share < 1 ? undefined : problem(['storage', i, 'standing_loss_per_h'], msg, 'less_than');
  }),
];

const startTime: PayloadCheck = ({ start_time }) => [
  start_time === undefined || instantOf(start_time, 'UTC') !== undefined
    ? undefined
    : problem(['start_time'], `There is no such date: ${start_time}`, 'date_parsing'),
];

/** Checks fixed commitments: no hour may be fixed both on and off. Without `commitment`, the model decides. */
const commitmentData: PayloadCheck = (payload) => {
  const unitNames = new Set(payload.generators.map(({ name }) => name));
  return [...givenCommitment(payload, unitNames), ...fixedCommitment(payload, unitNames)];
};

function givenCommitment(
  { commitment, horizon, interval_minutes = 60 }: SolvePayload,
  unitNames: ReadonlySet<string>,
): PayloadProblem[] {
  if (!commitment) return [];
  const period = interval_minutes === 60 ? 'hour' : 'interval';
  return Object.entries(commitment).flatMap(([name, hours]): PayloadProblem[] => {
    if (!unitNames.has(name))
      return [problem(['commitment', name], `Unknown generator '${name}'`, 'unknown_element')];
    if (!Array.isArray(hours))
      return [problem(['commitment', name], 'Input should be a valid list', 'list_type')];
    if (hours.length !== horizon) {
      const msg = `Expected ${horizon} values, one per ${period}, got ${hours.length}`;
      return [problem(['commitment', name], msg, 'wrong_length')];
    }
    const wrong = hours.findIndex((on) => on !== 0 && on !== 1);
    return wrong < 0 ? [] : [problem(['commitment', name, wrong], 'Input should be 0 or 1', 'enum')];
  });
}

function fixedCommitment(
  { fixed_commitment = [], horizon }: SolvePayload,
  unitNames: ReadonlySet<string>,
): PayloadProblem[] {
  const fixedHours = new Map<string, boolean>();
  return fixed_commitment.flatMap(({ generator, hour, on }, i): PayloadProblem[] => {
    const at = (field: string, msg: string, type?: string) => [
      problem(['fixed_commitment', i, field], msg, type),
    ];
    if (!unitNames.has(generator))
      return at('generator', `Unknown generator '${generator}'`, 'unknown_element');
    if (hour >= horizon) return at('hour', `Input should be less than the horizon ${horizon}`, 'less_than');
    const place = `${hour}/${generator}`;
    if (fixedHours.get(place) === !on) return at('on', 'Another entry contradicts this one');
    fixedHours.set(place, on);
    return [];
  });
}

const CHECKS = [
  uniqueNames,
  startTime,
  seriesLengths,
  listsTwice,
  generatorData,
  networkData,
  energyLimitData,
  fuelLimitData,
  storageData,
  dcLineData,
  interfaceData,
  phaseShifterData,
  bidData,
  demandResponseData,
  reserveProviders,
  reserveProducts,
  commitmentData,
];

/** Maximum number of findings in a reply. */
const MAX_PROBLEMS = 100;

export function payloadProblems(payload: SolvePayload, limits: PayloadLimits): PayloadProblem[] {
  const problems: PayloadProblem[] = [];
  for (const check of CHECKS) {
    for (const finding of check(payload, limits)) {
      if (finding) problems.push(finding);
      if (problems.length >= MAX_PROBLEMS) return problems;
    }
  }
  return problems;
}
