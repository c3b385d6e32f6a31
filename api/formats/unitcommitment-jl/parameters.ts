/** `Parameters` of a UnitCommitment.jl file: length of the horizon and penalties, in the names of all its versions. */
import { checkHorizon, ImportError } from '../base/import-error.ts';
import { type JsonObject, noteUnknownFields } from '../base/json-object.ts';
import type { ReportBuilder } from '../base/report.ts';

export interface Parameters {
  /** Number of hours. */
  readonly periods: number;
  /** $/MWh. */
  readonly balancePenalty: number;
  /** Version 0.2 only, $/MWh; negative = the reserve is a hard limit. */
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
  const step = section.number('Time step (min)', 60);
  if (step !== 60)
    throw new ImportError(
      [...section.path, 'Time step (min)'],
      'Should be 60: the service plans by the hour',
    );
  for (const field of ['Scenario name', 'Scenario weight'])
    if (section.has(field))
      report.drop('info', 'scenario', 'One scenario is the whole problem', [...section.path, field]);
  const parameters = {
    periods: readPeriods(section, maxHorizon),
    balancePenalty: section.number('Power balance penalty ($/MW)', DEFAULT_BALANCE_PENALTY),
    reservePenalty: section.number('Reserve shortfall penalty ($/MW)', -1),
  };
  noteUnknownFields(section, report);
  return parameters;
}

function readPeriods(section: JsonObject, maxHorizon: number): number {
  const field = HORIZON_H.find((name) => section.has(name)) ?? 'Time horizon (min)';
  const length = section.number(field);
  const periods = field.endsWith('(min)') ? length / 60 : length;
  checkHorizon(periods, maxHorizon, [...section.path, field]);
  return periods;
}
