/** The runs of an execution with a cap on its CO2, with records in memory and windows whose CO2 follows the price. */
import assert from 'node:assert/strict';
import {
  type AllowanceDeps,
  atAllowance,
  nextAllowance,
} from '../../../../activities/executions/next-allowance.ts';
import type { Allowance, ExecutionRecord } from '../../../../mongo/executions.ts';
import { anExecution, SOLVED, UNSOLVED } from '../../../support/stores/an-execution.ts';

const ID = 'run';
const WINDOWS = 3;

/** `co2At`: CO2 of a window, t; null for a window without a schedule, at which its chain ends. */
function store(cap: number, co2At: (price: number, index: number) => number | null) {
  let allowance: Allowance | undefined;
  const chains = new Map<string, (number | null)[]>();
  const windowsOf = (key: string) => chains.get(key) ?? chains.set(key, []).get(key) ?? [];
  const record = (): ExecutionRecord =>
    anExecution('user', {
      ...{ _id: ID, windows: WINDOWS },
      options: { horizon: 72, include_reserves: false, emission_cap_t: cap },
      ...(allowance && { allowance }),
    });
  const deps: AllowanceDeps = {
    executions: {
      find: async () => record(),
      async setAllowance(_id, next) {
        allowance = next;
      },
    },
    windows: {
      countClosed: async (key) => windowsOf(key).length,
      find: async (key, index) => ({
        ...{ _id: `${key}/${index}`, execution_id: key, index, job_id: 'job' },
        ...{ start_hour: 24 * index, kept_hours: 24 },
        outcome: windowsOf(key)[index] === null ? UNSOLVED : SOLVED,
      }),
      async *parts(key) {
        for (const co2_t of windowsOf(key))
          if (co2_t !== null)
            yield { part: { days: [{ system: { unserved_hours: 0 }, units: { g: { co2_t } } }] } } as never;
      },
      async takeOver(id, key) {
        const solved = windowsOf(key).filter((co2) => co2 !== null);
        const closed = windowsOf(id);
        closed.push(...solved.slice(closed.length));
        return solved.length;
      },
    },
  };
  /** Solves up to `most` windows of a chain, as `rollingHorizon` does. */
  const roll = (chain: string | undefined, from: number, most = WINDOWS): void => {
    const series = windowsOf(chain === undefined ? ID : `${ID}/${chain}`);
    const price = atAllowance(record(), chain).options.emission_price_usd_per_t ?? 0;
    for (let index = from; index < WINDOWS && index < from + most; index++) {
      series.push(co2At(price, index));
      if (series[index] === null) return;
    }
  };
  return { deps, roll, record, own: () => windowsOf(ID) };
}

/** Plays a run as the workflow does; `isRough`: every activity runs twice, and every chain is interrupted once. */
async function play({ deps, roll }: ReturnType<typeof store>, isRough = false): Promise<void> {
  for (let step = 0; step < 50; step++) {
    if (isRough) await nextAllowance(deps, ID);
    const { chain, from } = await nextAllowance(deps, ID);
    if (chain === undefined && from === WINDOWS) return;
    roll(chain, from, isRough && from === 0 ? 1 : WINDOWS);
    if (chain === undefined) return;
  }
  assert.fail('The search does not end');
}

const falling = (price: number): number => 100 * Math.exp(-price / 80);

describe('nextAllowance', () => {
  it('takes over the windows of the lowest price that meets the cap', async () => {
    const run = store(200, falling);
    await play(run);
    const { allowance } = run.record();
    const price = allowance?.price ?? Number.NaN;
    const total = run.own().reduce((sum: number, co2) => sum + (co2 ?? 0), 0);
    assert.ok(total <= 200 && total >= 199, `${total}`);
    assert.ok(Math.abs(total - WINDOWS * falling(price)) < 1e-6);
    assert.equal(atAllowance(run.record(), undefined).options.emission_price_usd_per_t, price);
    assert.equal(atAllowance(run.record(), 'allowance-1').options.emission_price_usd_per_t, 0);
  });

  it('runs once where the cap is met without a price', async () => {
    const run = store(300, falling);
    await play(run);
    assert.equal(run.record().allowance?.trials.length, 1);
    assert.deepEqual(run.own(), [100, 100, 100]);
  });

  it('does the same where activities are repeated and chains are interrupted', async () => {
    const [smooth, rough] = [store(150, falling), store(150, falling)];
    await play(smooth);
    await play(rough, true);
    assert.deepEqual(rough.record().allowance, smooth.record().allowance);
    assert.deepEqual(rough.own(), smooth.own());
  });

  it('ends where a window has no schedule, which the own windows then show', async () => {
    const run = store(200, (price, index) => (index === 1 ? null : falling(price)));
    await play(run);
    assert.equal(run.record().allowance?.trials.length, 1);
    assert.deepEqual(run.own(), [100, null]);
  });
});
