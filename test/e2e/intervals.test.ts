/** A case in quarters of an hour over HTTP: submission, tables, comparisons, files and a dispatch. */
import assert from 'node:assert/strict';
import type { SolvePayload } from '../../temporal/case/schema.ts';
import { type ApiClient, SOLVE } from '../support/callers/api-client.ts';
import { generator, payload } from '../support/cases/payloads.ts';
import { type RunningStack, runningStack } from '../support/stack/running-stack.ts';

/** The usual case with each hour split in four; output may rise by 40 MW an hour, 10 MW from quarter to quarter. */
const quarters = (changes: Partial<SolvePayload> = {}): SolvePayload =>
  payload({
    interval_minutes: 15,
    horizon: 12,
    loads: [{ bus: 1, values: [80, 120, 90].flatMap((mw) => [mw, mw, mw, mw]) }],
    generators: [
      generator({ name: 'g1', ramp_up: 40, ramp_down: 400, min_uptime: 0.5, initial_power_mw: 80 }),
      generator({ name: 'g2', marginal_cost: 40, ramp_up: 400, ramp_down: 400, min_uptime: 0.5 }),
    ],
    ...changes,
  });

describe('a case in intervals of 15 minutes', function () {
  this.timeout(120_000);
  let running: RunningStack;
  let api: ApiClient;
  let jobId: string;
  before(async () => {
    running = await runningStack();
    api = running.admin;
    jobId = await api.submit('uc', quarters());
  });

  it('is solved, verified and priced in the units of its payload', async () => {
    const result = await api.result(jobId);
    assert.equal(result.certificate?.verified, true);
    assert.equal(result.interval_minutes, 15);
    const output = result.dispatch_mw['g1'] ?? [];
    assert.equal(output.length, 12);
    for (const [t, mw] of output.entries()) assert.ok(mw - (output[t - 1] ?? 80) <= 10 + 1e-6);
    const energy =
      Object.values(result.dispatch_mw)
        .flat()
        .reduce((sum, mw) => sum + mw, 0) / 4;
    assert.ok(Math.abs(energy - 290) < 1e-3);
    assert.equal(result.lmp['bus_1']?.at(-1), 20);
  });

  it('has tables with the hour in which an interval begins', async () => {
    const { body } = await api.request<string>('GET', `${SOLVE}/${jobId}/results?format=csv&table=dispatch`);
    const lines = body.split('\r\n');
    assert.equal(lines[0], 'generator,interval,hour,dispatch_mw');
    assert.match(lines[2] ?? '', /^g1,1,0\.25,/);
  });

  it('is refused with the field where its intervals are of another length', async () => {
    const refused = async (changes: object) => {
      const body = { scenario_id: 'quarters', payload: { ...quarters(), ...changes } };
      const reply = await api.request<{ detail: { loc: unknown[]; msg: string }[] }>('POST', `${SOLVE}/uc`, {
        body,
      });
      return [reply.status, reply.body.detail[0]?.loc.slice(2).join('.'), reply.body.detail[0]?.msg];
    };
    assert.deepEqual(await refused({ interval_minutes: 7 }), [
      422,
      'interval_minutes',
      'Input should be 5, 15, 30, 60, 120 or 180',
    ]);
    assert.deepEqual(await refused({ horizon: 3 }), [
      422,
      'loads.0.values',
      'Expected 3 values, one per interval, got 12',
    ]);
    assert.deepEqual(await refused({ interval_minutes: undefined }), [
      422,
      'generators.0.min_uptime',
      'Input should be a valid integer',
    ]);
  });

  it('names the interval that cannot be supplied, and is repaired', async () => {
    const loads = [{ bus: 1, values: quarters().loads[0]?.values.with(5, 500) ?? [] }];
    const infeasible = await api.submit('uc', quarters({ loads }));
    const { termination_status, infeasibility } = await api.result(infeasible);
    assert.equal(termination_status, 'INFEASIBLE');
    assert.match(infeasibility?.causes[0]?.message ?? '', /^Interval 5 \(1:15\): /);
    const repair = await api.request<{ job_id: string }>('POST', `${SOLVE}/${infeasible}/repair`);
    assert.equal(repair.status, 202);
    assert.equal((await api.result(repair.body.job_id)).certificate?.verified, true);
  });

  it('is dispatched with the commitment of the same day by the hour, and compared by cost with it', async () => {
    const hourly = await api.submit('uc', payload());
    await api.result(hourly);
    const { commitment: _, ...base } = quarters();
    const dispatched = await api.submit('ed', { ...base, commitment_job_id: hourly });
    const result = await api.result(dispatched);
    assert.equal(result.certificate?.verified, true);
    assert.deepEqual(result.commitment['g2'], [0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0]);
    const diff = await api.request<{ notes: string[] }>('GET', `${SOLVE}/${hourly}/diff/${jobId}`);
    assert.deepEqual(diff.body.notes, ['The intervals differ (60 min and 15 min): only costs are compared']);
  });
});
