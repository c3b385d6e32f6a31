/** An experiment on a stack whose processes are killed while it runs, and what is to be said of it afterwards. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ScenarioView } from '../../../api/experiments/scenario-view.ts';
import type { ExperimentReply } from '../../../temporal/case/messages/experiment.ts';
import { parseCsv } from '../callers/parse-csv.ts';
import { persist } from '../callers/persist.ts';
import { type Kill, killInTurn } from './kill-in-turn.ts';
import type { PrivateStack } from './private-stack.ts';
import { processOf } from './running-stack.ts';
import { type SolverRuns, solverRuns } from './solver-log.ts';

export interface Trial {
  readonly base_scenario_id: string;
  readonly scenarios: number;
  readonly kills: number;
  readonly maxParallel: number;
  readonly pause: () => number;
}

export interface TrialReport {
  readonly status: ExperimentReply;
  readonly rows: readonly ScenarioView[];
  readonly csv: readonly (readonly string[])[];
  readonly runs: SolverRuns;
  readonly kills: readonly Kill[];
  readonly wallMs: number;
  /** Most scenarios that were seen running at the same time. */
  readonly mostRunning: number;
}

const LIMIT_MS = 900_000;

export async function experimentUnderKills(running: PrivateStack, trial: Trial): Promise<TrialReport> {
  const { admin, stack } = running;
  const began = Date.now();
  const id = await submit(running, trial);
  let over = false;
  const killing = killInTurn(running, { count: trial.kills, pause: trial.pause, isOn: () => !over });
  const get = async <T>(path: string): Promise<T> =>
    (await persist(() => admin.request<T>('GET', `/api/experiments/${id}/${path}`))).body;
  let mostRunning = 0;
  let status = await get<ExperimentReply>('status');
  while (!['completed', 'failed', 'cancelled'].includes(status.status)) {
    assert.ok(Date.now() - began < LIMIT_MS, `never ended: ${JSON.stringify(status)}`);
    await delay(200);
    status = await get<ExperimentReply>('status');
    mostRunning = Math.max(mostRunning, status.scenarios_running);
  }
  over = true;
  const wallMs = Date.now() - began;
  const kills = await killing;
  const { scenarios: rows } = await get<{ scenarios: ScenarioView[] }>('scenarios?limit=200');
  const csv = parseCsv(await get<string>('results/download?format=csv'));
  const runs = await solverRuns(processOf(stack, 'solver').log, new Set(rows.map(({ job_id }) => job_id)));
  return { status, rows, csv, runs, kills, wallMs, mostRunning };
}

async function submit({ admin }: PrivateStack, trial: Trial): Promise<string> {
  const body = {
    name: 'killed',
    base_scenario_id: trial.base_scenario_id,
    scenario_matrix: {
      method: 'grid',
      variables: [{ name: 'load', type: 'continuous', min: 0.9, max: 1, steps: trial.scenarios }],
    },
    max_parallel: trial.maxParallel,
    timeout_per_scenario: 120,
  };
  const headers = { 'idempotency-key': randomUUID() };
  const reply = await persist(() =>
    admin.request<{ experiment_id: string }>('POST', '/api/experiments/submit', { body, headers }),
  );
  assert.equal(reply.status, 202, JSON.stringify(reply.body));
  return reply.body.experiment_id;
}
