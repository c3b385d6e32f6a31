/** Some work of a client whose processes are killed meanwhile: it is to end as if they had not been. */
import assert from 'node:assert/strict';
import type { ProcessName } from '../../../workers/local/stack/stack-file.ts';
import { until } from '../until.ts';
import { killOne } from './kill-in-turn.ts';
import type { PrivateStack } from './private-stack.ts';
import { untilWhole } from './stack-to-kill.ts';

export interface Work {
  /** Begins it; resolves with its id. */
  begin(): Promise<string>;
  /** By a client that asks again while there is no answer. */
  look(id: string): Promise<Progress>;
}

interface Progress {
  readonly status: string;
  /** Its parts that are done: scenarios, days, hours. */
  readonly done: number;
}

/** Which process is killed, when so many parts of the work are done. */
export type KillAt = readonly [victim: ProcessName, done: number];

const PATIENCE_MS = 240_000;
const OVER = ['completed', 'failed', 'cancelled'];

/** The id of the work, which has ended well on a stack that is whole again. */
export async function underKills(
  running: PrivateStack,
  { begin, look }: Work,
  kills: readonly KillAt[],
): Promise<string> {
  const id = await begin();
  for (const [victim, mark] of kills) {
    await until(async () => {
      const { status, done } = await look(id);
      assert.ok(!OVER.includes(status), `it was ${status} before the ${victim} was killed`);
      return done >= mark;
    }, PATIENCE_MS);
    await killOne(running, victim);
  }
  await until(async () => OVER.includes((await look(id)).status), PATIENCE_MS);
  assert.equal((await look(id)).status, 'completed');
  await untilWhole(running);
  return id;
}
