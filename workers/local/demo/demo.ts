/**
 * `npm run demo`: solves the RTS-24 day as UC and as N-1 SCUC on a real stack, and shows the results. `-- --year` runs
 * a year of a small system instead, or with `--days N` its first N days. `-- --chat` also asks the analyst, with a
 * stand-in for the language model. `-- --open` opens the page of the last job.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPage } from '../../../api/cli/terminal/open-page.ts';
import { jobLine } from '../../../api/cli/terminal/progress-line.ts';
import { type Client, createClient, data } from '../../../api/client/client.ts';
import {
  followJob,
  type Job,
  type JobResult,
  type JobType,
  type SolveBody,
  submitJob,
  untilOver,
} from '../../../api/client/runs.ts';
import { anonymous } from '../../../api/client/session.ts';
import { rts24Scuc, rts24Uc } from '../../../mongo/seed/rts24.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { DATA } from '../plain/paths.mjs';
import { findRunningStack, type StackFile } from '../stack/stack-file.ts';
import { waitUntil } from '../stack/wait-until.ts';
import { withStack } from '../stack/with-stack.ts';
import { askAnalyst, startStandIn } from './stand-in.ts';
import { runYear } from './year.ts';

const TIME_LIMIT_S = 120;
/** Longest wait for an answer, ms; the analyst may need further solves to answer. */
const ANSWER_MS = 180_000;
const MONEY = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export async function demo(args: readonly string[]): Promise<void> {
  const running = await findRunningStack(DATA);
  const isToOpen = args.includes('--open');
  if (args.includes('--chat')) return withChat(running, isToOpen);
  const show = args.includes('--year') ? (stack: StackFile) => showYear(stack, daysIn(args)) : showSolves;
  if (!running) return withOwnStack({}, isToOpen, show);
  // Waits for the API, because another command may have just begun to start it.
  await waitUntil('the API', async () => (await fetch(new URL('/health/ready', running.api_url))).ok);
  const page = await show(running);
  if (isToOpen) openPage(page);
}

/**
 * Stack with a language model for the analyst. The model is a setting of the API, so a running stack cannot be used.
 */
async function withChat(running: StackFile | undefined, isToOpen: boolean): Promise<void> {
  if (running) throw new Error('the demo with --chat starts its own stack: stop the running one first');
  const standIn = await startStandIn();
  try {
    await withOwnStack(standIn.settings, isToOpen, (stack) => showSolves(stack, askAnalyst));
  } finally {
    await standIn.stop();
  }
}

/**
 * Runs the demo on a stack that it starts for itself. If a page is opened, the stack runs as long as the user looks at
 * the page.
 */
const withOwnStack = (env: Readonly<Record<string, string>>, isToOpen: boolean, show: Show) =>
  withStack({ dataFolder: DATA, env }, async ({ stack }, signal) => {
    const page = await show(stack);
    if (!isToOpen) return console.log('The page is available while the stack runs: npm start');
    openPage(page);
    console.log('Ctrl-C stops the stack');
    await once(signal, 'abort');
  });

/** Shows the results; resolves with the address of their page. */
type Show = (stack: StackFile) => Promise<string>;

/** Number of days in `--days 3`; undefined for the whole year. */
function daysIn(args: readonly string[]): number | undefined {
  const at = args.indexOf('--days');
  if (at < 0) return undefined;
  const days = Number(args[at + 1]);
  if (!Number.isInteger(days) || days < 1 || days > 366)
    throw new Error('--days should be a number of days, 1 to 366');
  return days;
}

async function showYear(stack: StackFile, days: number | undefined): Promise<string> {
  const client = await signIn(stack.api_url);
  const { run } = await runYear(client, { ...(days && { days }), say });
  const page = `${stack.api_url}/#/runs/${run.execution_id}`;
  console.log(`Page of the run: ${page}`);
  return page;
}

/**
 * Writes a line. On a terminal, progress overwrites one line; elsewhere a progress line is printed from time to time.
 */
function say(line: string, isProgress = false): void {
  if (process.stderr.isTTY) process.stderr.write(isProgress ? `\r\x1b[K${line}` : '\r\x1b[K');
  if (isProgress && (process.stderr.isTTY || Date.now() < nextProgressMs)) return;
  if (isProgress) nextProgressMs = Date.now() + PROGRESS_MS;
  console.log(line);
}
const PROGRESS_MS = 10_000;
let nextProgressMs = 0;

type Finish = (client: Client, result: JobResult | undefined) => Promise<void>;

/** Solves the day and shows the results. `finish` runs after the solves. */
async function showSolves(stack: StackFile, finish?: Finish): Promise<string> {
  const client = await signIn(stack.api_url);
  console.log(
    'IEEE RTS-24 day: 12 units, 24 hours; with the network 34 lines and the loss of any one of them.',
  );
  const results = [await solve(client, 'uc', rts24Uc()), await solve(client, 'scuc', rts24Scuc())];
  const last = results.at(-1);
  await finish?.(client, last);
  const page = `${stack.api_url}/#/jobs/${last?.job_id ?? ''}`;
  console.log(`API docs URL: ${stack.docs_url}`);
  console.log(`Temporal Web UI URL: ${stack.web_ui_url || '(the one of your Temporal cluster)'}`);
  console.log(`Page of the job: ${page}`);
  if (!results.every((result) => result?.certificate?.verified)) process.exitCode = 1;
  return page;
}

/** Signs in the administrator, who has no second factor on a new stack. */
async function signIn(baseUrl: string): Promise<Client> {
  const body: LoginBody = JSON.parse(await readFile(join(DATA, 'admin.json'), 'utf8'));
  const reply = await data(createClient({ baseUrl }).POST('/api/auth/login', { body }));
  if ('temp_token' in reply)
    throw new Error('the demo cannot answer for the second factor of the administrator');
  const headers = async () => ({ authorization: `Bearer ${reply.access_token}` });
  return createClient({ baseUrl, session: { ...anonymous, headers }, answerMs: ANSWER_MS });
}

type LoginBody = { readonly username: string; readonly password: string };

/** Resolves with the result, or with undefined if the solve failed. */
async function solve(client: Client, type: JobType, payload: SolvePayload): Promise<JobResult | undefined> {
  const name = type.toUpperCase();
  const began = performance.now();
  const body = { scenario_id: 'rts24', payload, timeout: TIME_LIMIT_S } as SolveBody;
  const job_id = await submitJob(client, type, body);
  const end = await untilOver(shown(name, followJob(client, job_id)));
  if (end.status !== 'completed') {
    console.log(`${name} ${end.status}: ${end.error?.message ?? ''}`);
    return undefined;
  }
  const params = { path: { job_id } };
  const reply = await data(client.GET('/api/modules/analyst/solve/{job_id}/results', { params }));
  // The cast is needed because the document also describes replies of single fields and tables; this reply is complete.
  const result = reply as JobResult;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const gap = ((result.mip_gap ?? 0) * 100).toFixed(3);
  console.log(`\n${name} ${result.termination_status} in ${seconds} s, proven gap ${gap} %, job ${job_id}`);
  console.log(commitmentTable(result));
  console.log(priceTable(result));
  const verified = result.certificate?.verified === true;
  const checks = result.certificate?.checks.length ?? 0;
  console.log(`${checks} independent checks, input ${result.certificate?.input_sha256.slice(0, 12)}`);
  if (verified)
    console.log(
      `${name} certificate verified, operating cost ${MONEY.format(result.total_cost_usd ?? Number.NaN)}`,
    );
  else console.log(`${name} certificate NOT verified`);
  return result;
}

/**
 * Shows the status of a job. On a terminal, one line is overwritten; elsewhere a line is printed for each new phase.
 */
async function* shown(name: string, statuses: AsyncIterable<Job>): AsyncGenerator<Job> {
  let last = '';
  for await (const status of statuses) {
    const phase = status.progress_detail?.phase ?? status.status;
    const line = `${name} ${jobLine(status)}`;
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`);
    else if (phase !== last) console.log(line);
    last = phase;
    yield status;
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}

const pad = (text: string | number, width: number): string => String(text).padStart(width);

/** Table with one row per generator: `#` in each hour in which it is on, then its energy. */
function commitmentTable({ commitment, dispatch_mw }: JobResult): string {
  const rows = Object.entries(commitment).map(([name, hours]) => {
    const energy = (dispatch_mw[name] ?? []).reduce((sum, mw) => sum + mw, 0);
    return `  ${pad(name, 5)}  ${hours.map((on) => (on ? '#' : '.')).join('')}  ${pad(energy.toFixed(0), 8)} MWh`;
  });
  return `  unit   hours 0-${(Object.values(commitment)[0]?.length ?? 1) - 1}\n${rows.join('\n')}`;
}

/** Table of the lowest and highest price, with their buses, in some hours of the day. */
function priceTable({ lmp }: JobResult): string {
  const buses = Object.entries(lmp);
  const horizon = buses[0]?.[1].length ?? 0;
  const hours = [0, 6, 12, 17, 18, horizon - 1].filter((t, i, all) => t < horizon && all.indexOf(t) === i);
  const rows = hours.map((t) => {
    const prices = buses
      .map(([bus, values]) => ({ bus, price: values[t] ?? 0 }))
      .sort((a, b) => a.price - b.price);
    const ends = [prices[0], prices.at(-1)].map((end) =>
      end ? `${pad(end.price.toFixed(2), 8)} at ${end.bus.padEnd(7)}` : '',
    );
    return `  ${pad(t, 4)}  ${ends.join(' ')}`;
  });
  return `  hour    lowest $/MWh        highest $/MWh\n${rows.join('\n')}`;
}
