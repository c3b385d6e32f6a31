/**
 * Facts of one process on their way into the chain: those that wait while a write is under way are written
 * together, and each is answered for itself.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Chain, Fact, Refusal } from './audit-chain.ts';
import { isUnavailable } from './errors.ts';

/** Most entries of one write. */
const MAX_BATCH = 200;
/** Most times in a row that another writer may be faster. */
const MAX_OVERTAKEN = 200;
/** Longest wait before the next try, ms. */
const LONGEST_WAIT_MS = 32;

interface Waiting {
  readonly fact: Fact;
  resolve(): void;
  reject(error: unknown): void;
}

/** The promise is kept when the fact is stored, also when it was stored before. */
export function createAppend({ extend }: Chain): (fact: Fact) => Promise<void> {
  const waiting: Waiting[] = [];
  let writing = false;

  async function drain(): Promise<void> {
    writing = true;
    while (waiting.length > 0) await settle(waiting.splice(0, MAX_BATCH), extend);
    writing = false;
  }
  return (fact) =>
    new Promise((resolve, reject) => {
      waiting.push({ fact, resolve, reject });
      if (!writing) void drain();
    });
}

/** Answers every one of the batch; never rejects. */
async function settle(batch: readonly Waiting[], extend: Chain['extend']): Promise<void> {
  const open = [...batch];
  try {
    await append(open, extend);
  } catch (error) {
    // A write that is refused as a whole may be the fault of one entry.
    if (open.length > 1 && !isUnavailable(error)) for (const one of open) await settle([one], extend);
    else for (const { reject } of open) reject(error);
  }
}

/** Takes from `open` whatever is answered. */
async function append(open: Waiting[], extend: Chain['extend']): Promise<void> {
  let overtaken = 0;
  while (open.length > 0) {
    const { stored, refusal } = await extend(open.map(({ fact }) => fact));
    for (const { resolve } of open.splice(0, stored)) resolve();
    if (stored > 0) overtaken = 0;
    if (refusal?.because === 'overtaken') await giveWay(++overtaken, refusal.error);
    else if (refusal) answer(open.shift(), refusal);
  }
}

function answer(refused: Waiting | undefined, { because, error }: Refusal): void {
  if (because === 'told') refused?.resolve();
  else refused?.reject(error);
}

async function giveWay(overtaken: number, error: Error): Promise<void> {
  if (overtaken > MAX_OVERTAKEN) throw error;
  await delay(Math.random() * Math.min(2 ** overtaken, LONGEST_WAIT_MS));
}
