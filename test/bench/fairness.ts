/**
 * `npm run bench -- fairness`: how long the solves of one user wait while another has 500 scenarios at any time, beside
 * their wait alone. Wait = from the submission to the first attempt of the solver, as the status of a job has them.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from '../support/callers/api-client.ts';
import { experimentStatus, submitExperiment, untilExperiment } from '../support/callers/run-experiment.ts';
import { payload } from '../support/cases/payloads.ts';
import { newUser, runningStack } from '../support/stack/running-stack.ts';
import { printSpread, spread, writeFigures } from './figures.ts';

const SCENARIOS = 500;
const SOLVES = 12;
const EVERY_MS = 10_000;

/** Waits, and times from the submission to the end, ms. */
async function solves(
  api: ApiClient,
  untilBusy: () => Promise<unknown>,
): Promise<{ wait: number[]; whole: number[] }> {
  const wait: number[] = [];
  const whole: number[] = [];
  for (let n = 0; n < SOLVES; n++) {
    await untilBusy();
    const due = delay(EVERY_MS);
    const { submitted_at, started_at, finished_at } = await api.wait(await api.submit('uc', payload()));
    const since = (time: string | null): number => Date.parse(time ?? '') - Date.parse(submitted_at);
    wait.push(since(started_at));
    whole.push(since(finished_at));
    await due;
  }
  return { wait, whole };
}

const running = await runningStack();
const [busy, other] = [await newUser(running), await newUser(running)];
const alone = await solves(other, async () => undefined);

const experiments: string[] = [];
const begin = async (): Promise<void> => {
  const id = await submitExperiment(busy, {
    base_scenario_id: 'rts24',
    scenario_matrix: {
      method: 'grid',
      variables: [{ name: 'load', type: 'continuous', min: 0.9, max: 1, steps: SCENARIOS }],
    },
    max_parallel: 32,
  });
  experiments.push(id);
  await untilExperiment(busy, id, ({ scenarios_completed }) => scenarios_completed > 0);
};
const isRunning = async (): Promise<boolean> =>
  (await experimentStatus(busy, experiments.at(-1) ?? '')).status === 'running';
const beside = await solves(other, async () => {
  if (experiments.length === 0 || !(await isRunning())) await begin();
});
const statuses = await Promise.all(experiments.map((id) => experimentStatus(busy, id)));
const scenarios_completed = statuses.reduce((sum, { scenarios_completed: ended }) => sum + ended, 0);
if (await isRunning()) await busy.request('DELETE', `/api/experiments/${experiments.at(-1)}`);
const figures = {
  'wait alone': spread(alone.wait),
  'wait beside the experiment': spread(beside.wait),
  'submission to end alone': spread(alone.whole),
  'submission to end beside the experiment': spread(beside.whole),
};
printSpread(figures);
process.stdout.write(`${scenarios_completed} scenarios ended meanwhile\n`);
await writeFigures({ ...figures, scenarios_completed });
process.exit(0);
