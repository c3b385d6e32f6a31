/**
 * `npm run bench -- engine`: CPU of one thread until the cost is proven to 1, 0.5 and 0.1 %, by the engine and by HiGHS
 * given the whole model as it is, each instance and strategy in a process of its own. Instances are payloads in
 * files named in `BENCH_INSTANCES` (`uc:case.json,scuc:other.json`), else generated ones; `BENCH_CAP_S` limits each.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toCase } from '../../activities/engine/case.ts';
import { createSecureModel } from '../../activities/engine/secure-model.ts';
import { modelSize } from '../../activities/engine/size.ts';
import { solveCase } from '../../activities/engine/solve-case.ts';
import { openHighs } from '../../activities/solvers/highs.ts';
import { formulate } from '../../activities/uc/formulation/index.ts';
import { canonicalSolveBody } from '../../temporal/canonical/solve-body.ts';
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import { hardCase } from '../support/hard-case.ts';
import { solve } from '../support/solve.ts';
import { writeFigures } from './write-figures.ts';

type JobType = 'uc' | 'scuc';
type Strategy = 'engine' | 'plain';
const GAPS = [0.01, 0.005, 0.001] as const;
const CAP_S = Number(process.env['BENCH_CAP_S'] ?? 60);
const GENERATED = ['uc:hard-20x24', 'uc:hard-50x24', 'uc:hard-100x24'];

const cpuS = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

function readInstance(name: string): { jobType: JobType; payload: SolvePayload } {
  const [type = 'uc', file = ''] = name.split(':');
  const jobType = type === 'scuc' ? 'scuc' : 'uc';
  const [, units, hours] = /^hard-(\d+)x(\d+)$/.exec(file) ?? [];
  if (units && hours) return { jobType, payload: hardCase(Number(units), Number(hours)) };
  const body = canonicalSolveBody({ payload: JSON.parse(readFileSync(file, 'utf8')) }).body;
  return { jobType, payload: (body as { payload: SolvePayload }).payload };
}

/** CPU until each gap was proven first, s. */
function gapMarks() {
  const begin = cpuS();
  const marks: Record<string, number> = {};
  return {
    marks,
    see(gap: number | null | undefined) {
      for (const wanted of GAPS)
        if (gap !== null && gap !== undefined && gap <= wanted) marks[wanted] ??= cpuS() - begin;
    },
    spent: () => cpuS() - begin,
  };
}

async function byEngine(jobType: JobType, payload: SolvePayload) {
  const { marks, see, spent } = gapMarks();
  const request = { jobType, payload, solver: 'highs', timeLimitS: CAP_S, mipGap: 0.001 } as const;
  const watch = {
    onProgress: ({ mip_gap }: { mip_gap: number | null }) => see(mip_gap),
    onIncumbent: () => undefined,
  };
  const { objective_value, lower_bound_usd, mip_gap } = await solveCase(request, new Int32Array(1), watch);
  see(mip_gap);
  return { marks, cpu_s: spent(), cost: objective_value, bound: lower_bound_usd, gap: mip_gap };
}

/** The MIP again and again until its solution breaks no flow limit. */
async function byHighs(jobType: JobType, payload: SolvePayload) {
  const { marks, see, spent } = gapMarks();
  const solved = toCase(payload, jobType);
  const formulation = formulate(solved.instance);
  const session = await openHighs(formulation.milp, new Int32Array(1));
  const model = createSecureModel(solved, formulation, session);
  const until = performance.now() + CAP_S * 1000;
  const watch = { onProgress: () => undefined, onIncumbent: () => undefined };
  const limits = (): { timeLimitS: number; mipGap: number } => ({
    timeLimitS: Math.max(0.1, (until - performance.now()) / 1000),
    mipGap: 0.001,
  });
  let found = session.search(limits(), undefined, {
    ...watch,
    onProgress: ({ mipGap }) => see(solved.factors ? null : mipGap),
  });
  while (performance.now() < until && found.primal.length > 0 && model.addViolated(found.primal) > 0)
    found = session.search(limits(), undefined, watch);
  session.dispose();
  const gap = found.objective === null ? null : (found.objective - found.bound) / found.objective;
  see(gap);
  return { marks, cpu_s: spent(), cost: found.objective, bound: found.bound, gap };
}

/** In a process of its own: one line of JSON. */
async function measure(name: string, strategy: Strategy): Promise<void> {
  const { jobType, payload } = readInstance(name);
  // Code is compiled as it turns out to be used: not what is measured.
  await solve('uc', hardCase(30, 24, 3), { mipGap: 0.001, timeLimitS: 5 });
  const figures = await (strategy === 'engine' ? byEngine : byHighs)(jobType, payload);
  const peak_rss_mb = Math.round(process.resourceUsage().maxRSS / 1024);
  process.stdout.write(JSON.stringify({ ...modelSize(payload, jobType), ...figures, peak_rss_mb }));
}

function inProcess(name: string, strategy: Strategy): unknown {
  const args = [fileURLToPath(import.meta.url), name, strategy];
  const { stdout, status, signal } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    timeout: (CAP_S + 60) * 1000,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return status === 0 ? JSON.parse(stdout) : { ended: signal ?? status };
}

const [, , instance, strategy] = process.argv;
if (instance) await measure(instance, strategy === 'plain' ? 'plain' : 'engine');
else {
  const figures: Record<string, unknown> = {};
  for (const name of process.env['BENCH_INSTANCES']?.split(',') ?? GENERATED) {
    for (const by of ['engine', 'plain'] as const) {
      const figure = inProcess(name, by);
      figures[`${name} ${by}`] = figure;
      process.stdout.write(`${name} ${by} ${JSON.stringify(figure)}\n`);
    }
  }
  await writeFigures(figures);
}
