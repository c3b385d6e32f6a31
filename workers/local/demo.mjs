/** `npm run demo`: solves the RTS-24 day as UC and as N-1 SCUC on the real stack and shows what came of it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { commitmentTable, priceTable } from './demo-tables.mjs';
import { DATA, ROOT } from './paths.mjs';
import { signIn } from './solve-client.mjs';
import { findRunningStack } from './stack-file.mjs';
import { waitUntil } from './wait-until.mjs';
import { withStack } from './with-stack.mjs';

const TIME_LIMIT_S = 120;
const MONEY = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export async function demo() {
  const running = await findRunningStack(DATA);
  if (!running) return withStack({ dataFolder: DATA }, ({ stack }) => show(stack));
  // Another command may have begun to start it a moment ago.
  await waitUntil('the API', async () => (await fetch(new URL('/health/ready', running.api_url))).ok);
  return show(running);
}

async function show(stack) {
  const admin = JSON.parse(await readFile(join(DATA, 'admin.json'), 'utf8'));
  const client = await signIn(stack.api_url, admin);
  const { rts24Uc, rts24Scuc } = await import(
    pathToFileURL(join(ROOT, 'dist', 'mongo', 'seed', 'rts24.js')).href
  );
  console.log(
    'IEEE RTS-24 day: 12 units, 24 hours; with the network 34 lines and the loss of any one of them.',
  );
  const verified = [await solve(client, 'uc', rts24Uc()), await solve(client, 'scuc', rts24Scuc())];
  console.log(`API docs URL: ${stack.docs_url}`);
  console.log(`Temporal Web UI URL: ${stack.web_ui_url || '(the one of your Temporal cluster)'}`);
  if (!verified.every(Boolean)) process.exitCode = 1;
}

/** Resolves with whether the result carries a certificate whose every check holds. */
async function solve(client, type, payload) {
  const name = type.toUpperCase();
  const began = performance.now();
  const { job_id } = await client.submit(type, 'rts24', payload, TIME_LIMIT_S);
  const end = await client.follow(job_id, progressLine(name));
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  if (end.status !== 'completed') {
    console.log(`${name} ${end.status}: ${end.error?.message ?? ''}`);
    return false;
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
  return verified;
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
