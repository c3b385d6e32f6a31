/**
 * `npm run bench -- fairness`: wait of one user's solves while another user has 500 scenarios queued, and alone, ms.
 * Wait = from the submission to the first attempt of the solver, by the status of the job. `BENCH_SOLVES` sets their
 * number, one every 10 s.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { experimentStatus, submitExperiment, untilExperiment } from '../support/callers/run-experiment.ts';
import { payload } from '../support/cases/payloads.ts';
import { spread } from '../support/load.ts';
import { newUser, runningStack } from '../support/stack/running-stack.ts';
import { amount, benchmark } from './harness/benchmark.ts';
import { manyScenarios } from './made-up/many-scenarios.ts';

const SCENARIOS = 500;
const SOLVES = amount('SOLVES', 12);
const EVERY_MS = 10_000;

await benchmark(runningStack, async (running, tell) => {
  const [busy, other] = [await newUser(running), await newUser(running)];
  const experiments: string[] = [];
  const isRunning = async (): Promise<boolean> => {
    const id = experiments.at(-1);
    return id !== undefined && (await experimentStatus(busy, id)).status === 'running';
  };
  async function keepBusy(): Promise<void> {
    if (await isRunning()) return;
    const id = await submitExperiment(busy, manyScenarios(SCENARIOS, 32));
    experiments.push(id);
    await untilExperiment(busy, id, ({ scenarios_completed }) => scenarios_completed > 0);
  }
  async function solves(how: string, untilBusy = async (): Promise<void> => undefined): Promise<void> {
    const [wait, whole]: [number[], number[]] = [[], []];
    for (let n = 0; n < SOLVES; n++) {
      await untilBusy();
      const due = delay(EVERY_MS);
      const { submitted_at, started_at, finished_at } = await other.wait(await other.submit('uc', payload()));
      const since = (time: string | null): number => Date.parse(time ?? '') - Date.parse(submitted_at);
      wait.push(since(started_at));
      whole.push(since(finished_at));
      await due;
    }
    tell(`wait ${how}`, spread(wait));
    tell(`submission to end ${how}`, spread(whole));
  }

  await solves('alone');
  await solves('beside the experiment', keepBusy);
  const statuses = await Promise.all(experiments.map((id) => experimentStatus(busy, id)));
  const ended = statuses.reduce((sum, { scenarios_completed }) => sum + scenarios_completed, 0);
  tell('scenarios that ended meanwhile', ended);
  if (await isRunning()) await busy.request('DELETE', `/api/experiments/${experiments.at(-1)}`);
});
