/** `Parameters` of a UnitCommitment.jl file: length of the horizon and penalties, in the names of all its versions. */
import { longestHorizon } from '../../../temporal/case/checks/problem.ts';
import { INTERVAL_MINUTES, type SolvePayload } from '../../../temporal/case/messages/payload.ts';
import { checkHorizon, ImportError } from '../base/import-error.ts';
import { type JsonObject, noteUnknownFields } from '../base/json-object.ts';
import type { ReportBuilder } from '../base/report.ts';

type IntervalMinutes = NonNullable<SolvePayload['interval_minutes']>;

export interface Parameters {
  readonly interval: IntervalMinutes;
  /** Number of steps. */
  readonly periods: number;
  /** $/MW for a step. */
  readonly balancePenalty: number;
  /** Version 0.2 only, $/MW for a step; negative = the reserve is a hard limit. */
  readonly reservePenalty: number;
}

const NEWEST = 0.4;
const DEFAULT_BALANCE_PENALTY = 1000;
/** Before 0.3 the horizon was called `Time (h)`. */
const HORIZON_H = ['Time horizon (h)', 'Time (h)'];

export function readParameters(section: JsonObject, maxHorizon: number, report: ReportBuilder): Parameters {
  const version = Number(section.value('Version') ?? 0);
  if (!(version <= NEWEST))
    report.change('warning', 'version', `Read as version ${NEWEST} of the format`, [
      ...section.path,
      'Version',
    ]);
  const interval = readInterval(section);
  for (const field of ['Scenario name', 'Scenario weight'])
    if (section.has(field))
      report.drop('info', 'scenario', 'One scenario is the whole problem', [...section.path, field]);
  const parameters = {
    interval,
    periods: readPeriods(section, interval, maxHorizon),
    balancePenalty: section.number('Power balance penalty ($/MW)', DEFAULT_BALANCE_PENALTY),
    reservePenalty: section.number('Reserve shortfall penalty ($/MW)', -1),
  };
  noteUnknownFields(section, report);
  return parameters;
}

function readInterval(section: JsonObject): IntervalMinutes {
  const field = 'Time step (min)';
  const given = section.number(field, 60);
  const interval = INTERVAL_MINUTES.find((minutes) => minutes === given);
  if (interval === undefined) throw new ImportError([...section.path, field], 'Should be 5, 15, 30 or 60');
  return interval;
}

function readPeriods(section: JsonObject, interval: IntervalMinutes, maxHorizon: number): number {
  const field = HORIZON_H.find((name) => section.has(name)) ?? 'Time horizon (min)';
  const length = section.number(field);
  const periods = (field.endsWith('(min)') ? length : length * 60) / interval;
  const most = longestHorizon(maxHorizon, { interval_minutes: interval });
  const what = interval === 60 ? 'hours' : `intervals of ${interval} min`;
  checkHorizon(periods, most, [...section.path, field], what);
  return periods;
}
