/** Measures one strategy on one instance in a process of its own, so that memory and compiled code are not shared. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Figure, Pair } from './figure.ts';

const PROGRAM = fileURLToPath(new URL('./main.js', import.meta.url));

interface Limits {
  readonly capS: number;
  /** Time besides the solve, for reading, warming up and certifying. */
  readonly patienceS?: number;
}

export function measureApart(name: string, strategy: keyof Pair, { capS, patienceS = 60 }: Limits): Figure {
  const { stdout, status, signal } = spawnSync(process.execPath, [PROGRAM, name, strategy, String(capS)], {
    encoding: 'utf8',
    timeout: (capS + patienceS) * 1000,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...(strategy === 'wasm' && { HIGHS: 'wasm' }) },
  });
  return status === 0 ? JSON.parse(stdout) : { ended: signal ?? status };
}
