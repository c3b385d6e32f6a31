/** Why a solve has no schedule when its time is over, and what to change. */
import { periodsName } from '../../../temporal/case/arithmetic/interval-words.ts';
import type { Phase } from '../../../temporal/case/messages/job.ts';
import type { EngineRequest } from '../base/engine.ts';

/** What was not done yet. */
const UNDONE: Readonly<Record<Phase, string>> = {
  loading: 'its solver was still starting',
  building: 'its model was still being built',
  relaxation: 'its linear relaxation did not end',
  search: 'the search had found none yet',
  pricing: 'a commitment was found, but its dispatch was not finished',
  verifying: 'the schedule was still being checked',
  saving: 'the schedule was still being checked',
};

export function timeoutReason({ payload, jobType, timeLimitS }: EngineRequest, phase: Phase): string {
  const { generators, horizon, interval_minutes, options } = payload;
  const contingencies = jobType === 'scuc' ? (payload.contingencies ?? []) : [];
  const size = [
    `${generators.length} units`,
    `${horizon} ${periodsName(interval_minutes)}`,
    ...(contingencies.length > 0 ? [`${contingencies.length} contingencies`] : []),
  ];
  const advice = [
    'a longer timeout',
    ...(horizon > 1
      ? [
          interval_minutes === undefined || interval_minutes === 60
            ? 'fewer hours'
            : 'fewer or longer intervals',
        ]
      : []),
    ...(contingencies.length > 0 ? ['fewer contingencies'] : []),
    ...(options?.unserved_energy_usd_per_mwh === undefined
      ? ['a price for load that may be shed (options.unserved_energy_usd_per_mwh)']
      : []),
    ...(jobType === 'ed' ? [] : ['a start from a similar job (options.warm_start_job_id)']),
  ];
  const limit = Number(timeLimitS.toFixed(1));
  return `No schedule within ${limit} s for ${size.join(', ')}: ${UNDONE[phase]}. What helps: ${advice.join(', ')}`;
}
