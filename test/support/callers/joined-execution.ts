/** Joins the days of a rolling execution into one schedule, and lets the verifier check it over the whole horizon. */
import assert from 'node:assert/strict';
import { networkPayload } from '../../../activities/rolling/network-payload.ts';
import { windowsOf } from '../../../activities/rolling/window.ts';
import { verify } from '../../../activities/verifier/verify.ts';
import type { Network } from '../../../temporal/case/messages/stored-records.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { joinSchedule } from '../engine/join-schedule.ts';
import type { ApiClient } from './api-client.ts';
import { daysOf, readExecution } from './run-execution.ts';

/** Penalty for load not served in the model, $/MWh. */
const UNSERVED_USD_PER_MWH = 10_000;

/** Payload of a rolling execution over all of its hours. */
export async function rollingPayload(
  api: ApiClient,
  networkId: string,
  horizon: number,
): Promise<SolvePayload> {
  const { body } = await api.request<Network>('GET', `/api/networks/${networkId}`);
  return {
    ...networkPayload(body, { horizon, withNetwork: true }),
    options: { unserved_energy_usd_per_mwh: UNSERVED_USD_PER_MWH },
  };
}

/** Objective of the joined schedule, computed from its series, $; fails if the verifier finds a violation. */
export async function joinedObjective(api: ApiClient, executionId: string): Promise<number> {
  const { network_id, options } = await readExecution(api, executionId);
  const payload = await rollingPayload(api, network_id, options.horizon);
  const days = await daysOf(api, executionId);
  const windows = windowsOf(options.horizon);
  assert.equal(days.length, windows.length);
  const parts = await Promise.all(
    days.map(async ({ job_id }, at) => ({ window: windowAt(at), result: await api.result(job_id) })),
  );
  const joined = joinSchedule(payload, parts);
  assert.deepEqual(
    verify(payload, 'scuc', joined).filter(({ ok }) => !ok),
    [],
  );
  return joined.objective_value ?? Number.NaN;

  function windowAt(at: number) {
    const window = windows[at];
    assert.ok(window);
    return window;
  }
}
