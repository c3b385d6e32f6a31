/** Writes the figures of a bench with the machine they were measured on to the path in BENCH_FILE, if there is one. */
import { writeFile } from 'node:fs/promises';
import { machine } from './machine.ts';

export async function writeFigures(figures: object): Promise<void> {
  const file = process.env['BENCH_FILE'];
  if (!file) return;
  const measured = { at: new Date().toISOString(), machine: machine(), figures };
  await writeFile(file, `${JSON.stringify(measured, null, 2)}\n`);
}
