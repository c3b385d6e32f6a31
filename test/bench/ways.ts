/**
 * `npm run bench -- ways`: the files that a solve, an experiment and a question to the analyst pass, from request to
 * answer. READMEs draw these ways (`api/solve/README.md` explains how to read them). Each drawing is compared with a
 * run: one stack answers a request, another idles, and V8 reports the functions that ran in the first only. It exits
 * with 1 if a drawn file did not run, or no import leads to it.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type Profiler, Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path/posix';
import { setTimeout as delay } from 'node:timers/promises';
import { solveRequest } from '../../activities/engine/run/solve-request.ts';
import type { ApiClient } from '../support/callers/api-client.ts';
import { submitExperiment, untilExperiment } from '../support/callers/run-experiment.ts';
import { meshedCase } from '../support/cases/meshed-case.ts';
import { startStandIn } from '../support/models/stand-in/start-stand-in.ts';
import { privateStack } from '../support/stack/private-stack.ts';
import { benchmark, thisProcess } from './harness/benchmark.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;
const DIST = new URL('../../', import.meta.url).href;
const BUNDLE = `${DIST}workflow-bundle.js`;
const CASE = meshedCase(24, 16, { horizon: 24, seed: 4, outages: true });
const IDLE_MS = 10_000;

interface Way {
  /** README with the drawing, below a heading that begins with "The way of". */
  readonly readme: string;
  request(api: ApiClient): Promise<unknown>;
}

async function solve(api: ApiClient): Promise<string> {
  const id = await api.submit('scuc', CASE, { scenario_id: 'ways' });
  await api.result(id);
  return id;
}

const WAYS: Readonly<Record<string, Way>> = {
  solve: { readme: 'api/solve', request: solve },
  experiment: {
    readme: 'api/experiments',
    async request(api) {
      const id = await submitExperiment(api, {
        base_scenario_id: 'rts24-scuc',
        scenario_matrix: {
          method: 'grid',
          variables: [{ name: 'load', type: 'discrete', values: [0.9, 1] }],
        },
      });
      await untilExperiment(api, id);
      await api.request('GET', `/api/experiments/${id}/scenarios`);
    },
  },
  question: {
    readme: 'api/analyst',
    async request(api) {
      const { status } = await api.request('POST', '/api/ai/chat', {
        body: { message: 'What does it cost?', context: { job_id: await solve(api) } },
      });
      assert.equal(status, 200);
    },
  },
};

/** Number of characters of a line before its files. */
const LABEL = 11;

interface Hop {
  /** Path from the root. */
  readonly file: string;
  /** True if an import must lead to the file. */
  readonly isImported: boolean;
}

async function importsOf(file: string): Promise<readonly string[]> {
  const text = await readFile(join(ROOT, file), 'utf8');
  return [...text.matchAll(/ from '(\.[^']+)'/g)].map(([, path = '']) => join(dirname(file), path));
}

/** Reads a drawn way: a name without a folder is beside the previous file, or imported by it. */
async function drawn(readme: string): Promise<readonly Hop[]> {
  const text = await readFile(join(ROOT, readme, 'README.md'), 'utf8');
  const [, lines = ''] = /^## The way of .+?```\n(.+?)```/ms.exec(text) ?? [];
  const way: Hop[] = [];
  let before = '';
  const steps = lines.split('\n').flatMap((line) => [...line.slice(LABEL).matchAll(/([>~]?) ?([\w/-]+)/g)]);
  for (const [, sign, name = ''] of steps) {
    const beside = `${join(dirname(before), name)}.ts`;
    const imported = before ? (await importsOf(before)).filter((path) => path.endsWith(`/${name}.ts`)) : [];
    const isWhole = existsSync(join(ROOT, `${name}.ts`));
    before = isWhole ? `${name}.ts` : (imported.find((path) => path === beside) ?? imported[0] ?? beside);
    way.push({ file: before, isImported: sign !== '~' });
  }
  return way;
}

/**
 * Functions as `file#function` with their start; in the bundle of the workflows a comment before each module names its
 * file.
 */
async function functionsOf(scripts: readonly Profiler.ScriptCoverage[]): Promise<readonly string[]> {
  const bundle = await readFile(new URL(BUNDLE), 'utf8');
  const modules = [...bundle.matchAll(/^\/\*\*\*\/ "\.\/dist\/(.+)\.js"/gm)].reverse();
  const fileOf = (url: string, offset: number): string | undefined =>
    url === BUNDLE
      ? modules.find(({ index }) => index < offset)?.[1]
      : url.split(DIST)[1]?.replace(/\.js$/, '');
  return scripts.flatMap(({ url, functions }) =>
    functions.slice(1).flatMap(({ functionName, ranges: [range] }) => {
      const file = range && range.count > 0 && fileOf(url, range.startOffset);
      return file ? [`${file}.ts#${functionName}@${range.startOffset}`] : [];
    }),
  );
}

const fileOf = (name: string): string => name.slice(0, name.indexOf('#'));

/** Functions that the processes of a stack ran between its start and its end. */
async function ranFor(request: Way['request']): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'grid-ways-'));
  const model = await startStandIn();
  try {
    const settings = { AI_BASE_URL: model.url, AI_API_KEY: 'stand-in', AI_MODEL: 'stand-in' };
    const stack = await privateStack({ ...settings, NODE_V8_COVERAGE: folder });
    await request(stack.admin).finally(stack.stop);
    const texts = await Promise.all(
      (await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')),
    );
    return await functionsOf(texts.flatMap((text) => JSON.parse(text).result));
  } finally {
    await model.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Functions that an engine runs in its thread, measured here because its process ends without a coverage report. */
async function ranInEngine(): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true });
  await solveRequest(
    { jobType: 'scuc', payload: CASE, solver: 'highs', timeLimitS: 60, mipGap: 0.001 },
    new Int32Array(1),
    { onProgress: () => undefined, onIncumbent: () => undefined },
  );
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  return functionsOf(result);
}

/** Faults of each file of a drawn way. */
async function* checked(way: readonly Hop[], ran: readonly string[]) {
  const files = new Set(ran.map(fileOf));
  const led = new Set<string>();
  for (const { file, isImported } of way) {
    const isLedTo = !isImported || led.size === 0 || led.has(file);
    yield [file, files.has(file) ? (isLedTo ? undefined : 'not imported') : 'did not run'] as const;
    for (const path of await importsOf(file)) led.add(path);
  }
}

await benchmark(thisProcess, async (_, tell) => {
  const engine = await ranInEngine();
  const idle = new Set(await ranFor(() => delay(IDLE_MS)));
  for (const [name, { readme, request }] of Object.entries(WAYS)) {
    const ran = [...(await ranFor(request)), ...engine];
    const way = await drawn(readme);
    for await (const [file, wrong] of checked(way, ran)) {
      if (wrong) process.exitCode = 1;
      tell(`${name}: ${file}`, wrong ?? 'passed');
    }
    const calledFiles = new Set(ran.filter((each) => !idle.has(each)).map(fileOf));
    const beside = [...calledFiles].filter((file) => !way.some((hop) => hop.file === file)).sort();
    tell(name, { files: way.length, called_by_them: beside.length });
    tell(`${name}: called by them`, beside);
  }
});
