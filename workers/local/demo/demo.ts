/**
 * `npm run demo`: solves the RTS-24 day as UC and as N-1 SCUC on the real stack and shows what came of it;
 * with `-- --chat` it also asks the analyst, with a stand-in for the language model.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rts24Scuc, rts24Uc } from '../../../mongo/seed/rts24.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import { DATA } from '../plain/paths.mjs';
import { findRunningStack, type StackFile } from '../stack/stack-file.ts';
import { waitUntil } from '../stack/wait-until.ts';
import { withStack } from '../stack/with-stack.ts';
import { askAnalyst } from './analyst.ts';
import { type Client, type Status, signIn } from './client.ts';
import { startStandIn } from './stand-in.ts';

const TIME_LIMIT_S = 120;
const MONEY = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export async function demo(args: readonly string[]): Promise<void> {
  const running = await findRunningStack(DATA);
  if (args.includes('--chat')) return withChat(running);
  if (!running) return withStack({ dataFolder: DATA }, ({ stack }) => show(stack));
  // Another command may have begun to start it a moment ago.
  await waitUntil('the API', async () => (await fetch(new URL('/health/ready', running.api_url))).ok);
  return show(running);
}

/** The model is a setting of the API: a stack that runs already cannot be given one. */
async function withChat(running: StackFile | undefined): Promise<void> {
  if (running) throw new Error('the demo with --chat starts its own stack: stop the running one first');
  const standIn = await startStandIn();
  try {
    await withStack({ dataFolder: DATA, env: standIn.settings }, ({ stack }) => show(stack, askAnalyst));
  } finally {
    await standIn.stop();
  }
}

/** `finish` follows the solves. */
async function show(
  stack: StackFile,
  finish?: (client: Client, result: SolveResult | undefined) => Promise<void>,
): Promise<void> {
  const admin = JSON.parse(await readFile(join(DATA, 'admin.json'), 'utf8'));
  const client = await signIn(stack.api_url, admin);
  console.log(
    'IEEE RTS-24 day: 12 units, 24 hours; with the network 34 lines and the loss of any one of them.',
  );
  const results = [await solve(client, 'uc', rts24Uc()), await solve(client, 'scuc', rts24Scuc())];
  await finish?.(client, results.at(-1));
  console.log(`API docs URL: ${stack.docs_url}`);
  console.log(`Temporal Web UI URL: ${stack.web_ui_url || '(the one of your Temporal cluster)'}`);
  if (!results.every((result) => result?.certificate?.verified)) process.exitCode = 1;
}

/** Resolves with the result, undefined when there is none. */
async function solve(client: Client, type: string, payload: SolvePayload): Promise<SolveResult | undefined> {
  const name = type.toUpperCase();
  const began = performance.now();
  const { job_id } = await client.submit(type, 'rts24', payload, TIME_LIMIT_S);
  const end = await client.follow(job_id, progressLine(name));
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  if (end.status !== 'completed') {
    console.log(`${name} ${end.status}: ${end.error?.message ?? ''}`);
    return undefined;
  }
  const result = await client.result(job_id);
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
      `${name} certificate verified, total cost ${MONEY.format(result.total_cost_usd ?? Number.NaN)}`,
    );
  else console.log(`${name} certificate NOT verified`);
  return result;
}

/** Rewrites one line on a terminal; elsewhere prints a line for each new phase. */
function progressLine(name: string): (status: Status) => void {
  let last = '';
  const number = (value: number | null | undefined): string => value?.toPrecision(6) ?? '-';
  return ({ status, progress, progress_detail: detail }) => {
    const phase = detail?.phase ?? status;
    const line = `${name} ${status} ${progress} % ${phase}, incumbent ${number(detail?.incumbent)} bound ${number(detail?.bound)} gap ${number(detail?.mip_gap)}`;
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`);
    else if (phase !== last) console.log(line);
    last = phase;
  };
}

const pad = (text: string | number, width: number): string => String(text).padStart(width);

/** One row per generator: `#` in the hours it is on, then its energy. */
export function commitmentTable({ commitment, dispatch_mw }: SolveResult): string {
  const rows = Object.entries(commitment).map(([name, hours]) => {
    const energy = (dispatch_mw[name] ?? []).reduce((sum, mw) => sum + mw, 0);
    return `  ${pad(name, 5)}  ${hours.map((on) => (on ? '#' : '.')).join('')}  ${pad(energy.toFixed(0), 8)} MWh`;
  });
  return `  unit   hours 0-${(Object.values(commitment)[0]?.length ?? 1) - 1}\n${rows.join('\n')}`;
}

/** Lowest and highest price, and where, in a few hours of the day. */
export function priceTable({ lmp }: SolveResult): string {
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
