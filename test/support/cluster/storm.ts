/** A storm: users at work on a cluster whose processes are killed and frozen, and what is to be said of it afterwards. */
import { readFile } from 'node:fs/promises';
import type { Cluster } from '../../../workers/local/cluster/start-cluster.ts';
import { random } from '../cases/random.ts';
import { type Hit, hitInTurn } from './hits.ts';
import { judge, type Verdict } from './judge.ts';
import type { PrivateCluster } from './private-cluster.ts';
import { type WatchedCalls, watchCalls } from './watched-calls.ts';
import { createUsers, type Done, type StormUser, workOf } from './work.ts';

interface Storm {
  readonly users: number;
  /** What is submitted in all. */
  readonly jobs: number;
  readonly hits: number;
  readonly seed: number;
  /** Between hits, ms. */
  readonly pauseMs: readonly [least: number, most: number];
}

export interface StormReport {
  readonly hits: readonly Hit[];
  readonly done: readonly Done[];
  readonly calls: WatchedCalls['seen'];
  readonly verdict: Verdict;
  /** From each hit until the next solve, experiment or execution ended, ms. */
  readonly progressMs: readonly number[];
  readonly wallMs: number;
}

export async function storm(running: PrivateCluster, wanted: Storm): Promise<StormReport> {
  const { cluster, admin } = running;
  const calls = watchCalls();
  const users = await createUsers({ stack: cluster.stack, admin }, wanted.users, calls);
  // Everyone has a result to ask about.
  const done = await Promise.all(users.map((user, n) => user.do('solve', n)));
  const began = Date.now();
  const gate = createGate(wanted.jobs);
  const work = Promise.all(users.map((user) => workOn(user, gate, done)));
  const upTo = (hits: number): number => Math.ceil((hits * wanted.jobs) / wanted.hits);
  gate.open(upTo(1));
  const hits = await hitInTurn(cluster, {
    ...{ count: wanted.hits, random: random(wanted.seed), pauseMs: wanted.pauseMs },
    onHit: (count) => gate.open(upTo(count + 1)),
  });
  gate.open(wanted.jobs);
  await work;
  const wallMs = Date.now() - began;
  const { verdict, ends } = await judge(running, done);
  const progressMs = hits.flatMap(({ at }) => {
    const next = ends.find((end) => end > at);
    return next === undefined ? [] : [next - at];
  });
  const wrong = await withLogs(cluster, calls.seen.wrong);
  return { hits, done, calls: { ...calls.seen, wrong }, verdict, progressMs, wallMs };
}

const REQUEST_ID = /"request_id":"([^"]+)"/;

/** Each refusal with what the API that gave it has written in its log, which is gone with the cluster. */
async function withLogs({ stack }: Cluster, refusals: readonly string[]): Promise<string[]> {
  if (refusals.length === 0) return [];
  const files = Object.entries(stack.processes).flatMap(([name, { log }]) =>
    /^api-\d/.test(name) ? [log] : [],
  );
  const lines = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n').split('\n');
  return refusals.map((refusal) => {
    const id = REQUEST_ID.exec(refusal)?.[1];
    const told = lines.filter(
      (line) => id !== undefined && line.includes(id) && line.includes('request failed'),
    );
    return [refusal, ...told].join('\n');
  });
}

/** Lets work through a little at a time, so that every hit comes amid some. */
function createGate(total: number) {
  let [taken, allowed] = [0, 0];
  let waiting: (() => void)[] = [];
  return {
    open(upTo: number): void {
      allowed = Math.min(total, upTo);
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
    /** The number of the next piece of work; undefined when there is no more. */
    async next(): Promise<number | undefined> {
      while (taken >= allowed && taken < total) await new Promise<void>((wake) => waiting.push(wake));
      return taken < total ? taken++ : undefined;
    },
  };
}

async function workOn(user: StormUser, gate: ReturnType<typeof createGate>, done: Done[]): Promise<void> {
  for (let n = await gate.next(); n !== undefined; n = await gate.next())
    done.push(await user.do(workOf(n), n));
}
