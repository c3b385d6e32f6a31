/**
 * `npm run demo`: solves the RTS-24 day as UC and as N-1 SCUC on the real stack and shows what came of it;
 * with `-- --chat` it also asks the analyst, with a stand-in for the language model.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { askAnalyst } from './demo-chat.mjs';
import { commitmentTable, priceTable } from './demo-tables.mjs';
import { DATA, ROOT } from './paths.mjs';
import { signIn } from './solve-client.mjs';
import { findRunningStack } from './stack-file.mjs';
import { startStandIn } from './stand-in.mjs';
import { waitUntil } from './wait-until.mjs';
import { withStack } from './with-stack.mjs';

const TIME_LIMIT_S = 120;
const MONEY = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export async function demo(args) {
  const running = await findRunningStack(DATA);
  if (args.includes('--chat')) return withChat(running);
  if (!running) return withStack({ dataFolder: DATA }, ({ stack }) => show(stack));
  // Another command may have begun to start it a moment ago.
  await waitUntil('the API', async () => (await fetch(new URL('/health/ready', running.api_url))).ok);
  return show(running);
}

/** The model is a setting of the API: a stack that runs already cannot be given one. */
async function withChat(running) {
  if (running) throw new Error('the demo with --chat starts its own stack: stop the running one first');
  const standIn = await startStandIn();
  try {
    await withStack({ dataFolder: DATA, env: standIn.settings }, ({ stack }) => show(stack, askAnalyst));
  } finally {
    standIn.stop();
  }
}

/** `finish(client, result)`: what follows the solves. */
async function show(stack, finish) {
  const admin = JSON.parse(await readFile(join(DATA, 'admin.json'), 'utf8'));
  const client = await signIn(stack.api_url, admin);
  const { rts24Uc, rts24Scuc } = await import(
    pathToFileURL(join(ROOT, 'dist', 'mongo', 'seed', 'rts24.js')).href
  );
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
async function solve(client, type, payload) {
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
    console.log(`${name} certificate verified, total cost ${MONEY.format(result.total_cost_usd)}`);
  else console.log(`${name} certificate NOT verified`);
  return result;
}

/** Rewrites one line on a terminal; elsewhere prints a line for each new phase. */
function progressLine(name) {
  let last = '';
  return ({ status, progress, progress_detail: detail }) => {
    const number = (value) => (value === null || value === undefined ? '-' : Number(value).toPrecision(6));
    const phase = detail?.phase ?? status;
    const line = `${name} ${status} ${progress} % ${phase}, incumbent ${number(detail?.incumbent)} bound ${number(detail?.bound)} gap ${number(detail?.mip_gap)}`;
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`);
    else if (phase !== last) console.log(line);
    last = phase;
  };
}
