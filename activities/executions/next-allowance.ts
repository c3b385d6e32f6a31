/**
 * The next run of the windows of an execution with `emission_cap_t`: at another price of CO2, as a chain of its own, or
 * the rest of the execution's own windows, which begin with those of the chain that is kept. It depends on stored
 * records only, so that a repetition returns the same.
 */
import type { Allowance, ExecutionRecord, Executions } from '../../mongo/executions.ts';
import { chainKey } from '../../mongo/window-chains.ts';
import type { Windows } from '../../mongo/windows.ts';
import { nextPrice } from '../../temporal/case/arithmetic/allowance.ts';
import type { NextAllowance } from '../../temporal/case/messages/execution.ts';
import { readExecution } from './begin-execution.ts';
import { partFigures } from './finish-execution.ts';

type Trial = Allowance['trials'][number];

export interface AllowanceDeps {
  readonly executions: Pick<Executions, 'find' | 'setAllowance'>;
  readonly windows: Pick<Windows, 'countClosed' | 'find' | 'parts' | 'takeOver'>;
}

export async function nextAllowance(deps: AllowanceDeps, executionId: string): Promise<NextAllowance> {
  const { executions, windows } = deps;
  const { record } = await readExecution(deps, executionId);
  const { emission_cap_t: cap = Number.POSITIVE_INFINITY, emission_price_usd_per_t: least = 0 } =
    record.options;
  const { trials: stored, price: accepted }: Allowance = record.allowance ?? { trials: [] };
  if (accepted !== undefined) return { from: await takenOver(deps, record, stored, accepted) };
  const last = stored.at(-1);
  const from = last ? await windows.countClosed(chainKey(executionId, last.chain)) : 0;
  if (last && last.co2_t === null && !(await hasEnded(deps, record, last, from)))
    return { chain: last.chain, from };
  const trials = await Promise.all(stored.map((trial) => withCo2(deps, executionId, trial)));
  const isCut = last !== undefined && from < record.windows;
  const next = isCut
    ? { kept: trials.length - 1 }
    : nextPrice(
        cap,
        least,
        trials.map(({ price_usd_per_t: price, co2_t }) => ({ price, co2: co2_t ?? 0 })),
      );
  if ('price' in next) {
    const trial = { chain: `allowance-${trials.length + 1}`, price_usd_per_t: next.price, co2_t: null };
    await executions.setAllowance(executionId, { trials: [...trials, trial] });
    return { chain: trial.chain, from: 0 };
  }
  const price = trials[next.kept]?.price_usd_per_t ?? least;
  await executions.setAllowance(executionId, { trials, price });
  return { from: await takenOver(deps, record, trials, price) };
}

/** True if a trial has all its windows, or one without a schedule at which it ends. `closed`: number of its windows. */
async function hasEnded(
  { windows }: AllowanceDeps,
  { _id, windows: all }: ExecutionRecord,
  { chain }: Trial,
  closed: number,
): Promise<boolean> {
  if (closed === all) return true;
  const last = closed > 0 ? await windows.find(chainKey(_id, chain), closed - 1) : null;
  return last?.outcome?.state === null;
}

async function withCo2({ windows }: AllowanceDeps, id: string, trial: Trial): Promise<Trial> {
  if (trial.co2_t !== null) return trial;
  const { co2_t } = await partFigures(windows.parts(chainKey(id, trial.chain)));
  return { ...trial, co2_t: co2_t ?? 0 };
}

/** Takes over the windows of the trial at a price; returns the number of windows that the execution has. */
async function takenOver(
  { windows }: AllowanceDeps,
  { _id, windows: all }: ExecutionRecord,
  trials: readonly Trial[],
  price: number,
): Promise<number> {
  const trial = trials.find(({ price_usd_per_t }) => price_usd_per_t === price);
  if (trial) await windows.takeOver(_id, chainKey(_id, trial.chain), 0, all);
  return windows.countClosed(_id);
}

/** The execution with the price of CO2 of a chain of its windows; without a chain, the price that is kept. */
export function atAllowance(record: ExecutionRecord, chain: string | undefined): ExecutionRecord {
  const { allowance, options } = record;
  const trial = allowance?.trials.find((item) => item.chain === chain);
  const price = trial?.price_usd_per_t ?? allowance?.price;
  return price === undefined
    ? record
    : { ...record, options: { ...options, emission_price_usd_per_t: price } };
}
