/** A storm: users work on a service while its processes are killed and frozen. Includes the report of the storm. */
import { readFile } from 'node:fs/promises';
import type { StackFile } from '../../../workers/local/stack/stack-file.ts';
import { judge, type Verdict } from './judge.ts';
import { type WatchedCalls, watchCalls } from './watched-calls.ts';
import { type AnyStack, createUsers, type Done, type StormUser, type Work, workOf } from './work.ts';

interface Hit {
  /** Time of the hit, ms since 1970. */
  readonly at: number;
  /** Time for which the whole service stands still, ms; 0 when absent. */
  readonly standstillMs?: number;
}

interface Storm<H extends Hit> {
  readonly users: number;
  /** Total number of submissions; a part of them is released before each hit. */
  readonly jobs: number;
  /** Kind of the `n`-th piece of work; when absent, all kinds take turns. */
  readonly kindOf?: (n: number) => Work;
  /** Number of units in the solved cases. */
  readonly units?: number;
  readonly hits: number;
  /** Work that the service accepted before the storm. */
  readonly earlier?: readonly Done[];
  /** Hits processes, one after the other, and reports the number of hits so far. */
  hitInTurn(onHit: (hits: number) => void): Promise<readonly H[]>;
}

export interface StormReport<H extends Hit = Hit> {
  readonly hits: readonly H[];
  readonly done: readonly Done[];
  readonly calls: WatchedCalls['seen'];
  readonly verdict: Verdict;
  /** Time from each hit until the next end of a solve, experiment or execution, ms, without standstills. */
  readonly progressMs: readonly number[];
  readonly wallMs: number;
}

export async function storm<H extends Hit>(running: AnyStack, options: Storm<H>): Promise<StormReport<H>> {
  const { jobs, kindOf = workOf, earlier = [] } = options;
  const calls = watchCalls();
  const users = await createUsers(running, options.users, calls, options.units);
  // Each user solves a case first, to have a result to ask about.
  const done = await Promise.all(users.map((user, n) => user.do('solve', n)));
  const began = Date.now();
  const gate = createGate(jobs);
  const work = Promise.all(users.map((user) => workOn(user, gate, kindOf, done)));
  // Errors are ignored here, because the promise is awaited at the end.
  work.catch(() => undefined);
  const upTo = (hits: number): number => Math.min(jobs, Math.ceil((hits * jobs) / options.hits));
  gate.open(upTo(1));
  const hits = await options.hitInTurn((count) => gate.open(upTo(count + 1)));
  gate.open(jobs);
  await work;
  const wallMs = Date.now() - began;
  const { verdict, ends } = await judge(running, [...earlier, ...done]);
  const progressMs = hits.flatMap(({ at }) => {
    const next = ends.find((end) => end > at);
    return next === undefined ? [] : [next - at - standstill(hits, at, next)];
  });
  const wrong = await withLogs(running.stack, calls.seen.wrong);
  return { hits, done, calls: { ...calls.seen, wrong }, verdict, progressMs, wallMs };
}

/** Part of a time that falls into standstills, ms; standstills never overlap. */
const standstill = (hits: readonly Hit[], from: number, to: number): number =>
  hits.reduce((sum, { at, standstillMs = 0 }) => {
    const overlap = Math.min(to, at + standstillMs) - Math.max(from, at);
    return sum + Math.max(0, overlap);
  }, 0);

const REQUEST_ID = /"request_id":"([^"]+)"/;

/** Adds the log lines of its API to each refusal, because logs are removed with the service. */
async function withLogs({ processes }: StackFile, refusals: readonly string[]): Promise<string[]> {
  if (refusals.length === 0) return [];
  const files = Object.entries(processes).flatMap(([name, { log }]) =>
    /^api(-\d)?$/.test(name) ? [log] : [],
  );
  const lines = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n').split('\n');
  return refusals.map((refusal) => {
    const id = REQUEST_ID.exec(refusal)?.[1];
    const logLines = lines.filter(
      (line) => id !== undefined && line.includes(id) && line.includes('request failed'),
    );
    return [refusal, ...logLines].join('\n');
  });
}

/** Releases work in portions, so that every hit occurs while work is in progress. */
function createGate(total: number) {
  let [started, allowed] = [0, 0];
  let waiting: (() => void)[] = [];
  return {
    open(upTo: number): void {
      allowed = Math.min(total, upTo);
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
    /** Number of the next piece of work; undefined at the end. */
    async next(): Promise<number | undefined> {
      while (started >= allowed && started < total) await new Promise<void>((wake) => waiting.push(wake));
      return started < total ? started++ : undefined;
    },
  };
}

async function workOn(
  user: StormUser,
  gate: ReturnType<typeof createGate>,
  kindOf: (n: number) => Work,
  done: Done[],
): Promise<void> {
  for (let n = await gate.next(); n !== undefined; n = await gate.next())
    done.push(await user.do(kindOf(n), n));
}
