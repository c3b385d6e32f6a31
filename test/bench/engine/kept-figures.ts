/** The figures of the last run that was kept, in `test/bench/figures/engine.json`. */
import { readFile, writeFile } from 'node:fs/promises';
import { machine } from '../machine.ts';
import type { Figures } from './figure.ts';

const FILE = new URL('../../../../test/bench/figures/engine.json', import.meta.url);

export async function readKept(): Promise<Figures> {
  // What `keep` wrote.
  return (JSON.parse(await readFile(FILE, 'utf8')) as { figures: Figures }).figures;
}

/** Instances that were not measured keep their figures. `state`: what else the machine was doing. */
export async function keep(figures: Figures, capS: number, state: string): Promise<void> {
  const all = { ...(await readKept()), ...figures };
  const kept = { at: new Date().toISOString(), machine: { ...machine(), state }, cap_s: capS, figures: all };
  await writeFile(FILE, `${JSON.stringify(kept, rounded, 2)}\n`);
}

/** No more digits than a clock has, and none after the cents. */
const rounded = (_key: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(8)) : value;
