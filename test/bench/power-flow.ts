/**
 * `npm run bench -- power-flow`: requests of 100,000 lines or units over HTTP in one process, without MongoDB: CPU of
 * the whole request (reading, validating, checking, writing), and the longest stall of the event loop. Times in ms.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { tokenOf } from '../support/callers/accounts.ts';
import { startApp } from '../support/stack/app.ts';
import { printSpread, spread, writeFigures } from './figures.ts';

const ITEMS = 100_000;
const RUNS = 5;
const NS_PER_MS = 1e6;

const numbers = Array.from({ length: ITEMS }, (_, i) => i);
const BODIES: Readonly<Record<string, object>> = {
  'validate-topology': {
    buses: numbers.map((id) => ({ id })),
    lines: numbers.slice(1).map((i) => ({ from_bus: i - 1, to_bus: i })),
  },
  'validate-lines': {
    lines: numbers.map((i) => ({ id: `L${i}`, from_bus: i, to_bus: i + 1, r_ohm: 1, x_ohm: 10 })),
  },
  'validate-generators': {
    generators: numbers.map((i) => ({
      id: `G${i}`,
      p_max_mw: 100,
      p_min_mw: 10,
      q_max_mvar: 50,
      q_min_mvar: -50,
    })),
  },
};

// Replies are held against their schemas in tests only.
const app = await startApp({ deps: { checkReplies: false } });
const token = await tokenOf(app.deps);
const cpu: Record<string, ReturnType<typeof spread>> = {};
for (const [check, body] of Object.entries(BODIES)) {
  const raw = JSON.stringify(body);
  const times: number[] = [];
  const stalls: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const before = process.cpuUsage();
    const { status } = await app.call('POST', `/api/modules/power-flow/${check}`, { token, raw });
    const { user, system } = process.cpuUsage(before);
    delay.disable();
    if (status !== 200) throw new Error(`${check} answered ${status}`);
    times.push((user + system) / 1000);
    stalls.push(delay.max / NS_PER_MS);
  }
  cpu[`${check}, ${ITEMS} items: CPU`] = spread(times);
  cpu[`${check}, ${ITEMS} items: longest stall`] = spread(stalls);
}
printSpread(cpu);
await writeFigures(cpu);
await app.close();
process.exit(0);
