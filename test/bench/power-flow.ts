/**
 * `npm run bench -- power-flow`: requests of 100,000 lines or units over HTTP in one process, without MongoDB: CPU of
 * the whole request (reading, validating, checking, writing), and the longest stall of the event loop. Times in ms.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { tokenOf } from '../support/callers/accounts.ts';
import { cpuS, load, spread } from '../support/load.ts';
import { startApp } from '../support/stack/app.ts';
import { amount, benchmark } from './harness/benchmark.ts';

const ITEMS = amount('ITEMS', 100_000);
const count = amount('RUNS', 5);
const NS_PER_MS = 1e6;

const each = <T>(make: (i: number) => T): T[] => Array.from({ length: ITEMS }, (_, i) => make(i));
const UNIT = { p_max_mw: 100, p_min_mw: 10, q_max_mvar: 50, q_min_mvar: -50 };
const BODIES: Readonly<Record<string, object>> = {
  'validate-topology': {
    buses: each((id) => ({ id })),
    lines: each((i) => ({ from_bus: i, to_bus: i + 1 })).slice(0, -1),
  },
  'validate-lines': {
    lines: each((i) => ({ id: `L${i}`, from_bus: i, to_bus: i + 1, r_ohm: 1, x_ohm: 10 })),
  },
  'validate-generators': { generators: each((i) => ({ id: `G${i}`, ...UNIT })) },
};

// Replies are checked against their schemas in tests only.
await benchmark(
  () => startApp({ deps: { checkReplies: false } }),
  async ({ call, deps }, tell) => {
    const token = await tokenOf(deps);
    for (const [check, body] of Object.entries(BODIES)) {
      const raw = JSON.stringify(body);
      const [cpuMs, stalls]: [number[], number[]] = [[], []];
      await load({ count }, async () => {
        const delay = monitorEventLoopDelay({ resolution: 5 });
        delay.enable();
        const before = cpuS();
        const { status } = await call('POST', `/api/modules/power-flow/${check}`, { token, raw });
        cpuMs.push((cpuS() - before) * 1000);
        delay.disable();
        if (status !== 200) throw new Error(`${check} answered ${status}`);
        stalls.push(delay.max / NS_PER_MS);
      });
      tell(`${check}: CPU`, spread(cpuMs));
      tell(`${check}: longest stall`, spread(stalls));
    }
  },
);
