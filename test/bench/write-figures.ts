/** Writes the figures of a bench with the machine they were measured on to the path in BENCH_FILE, if there is one. */
import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';

export async function writeFigures(figures: object): Promise<void> {
  const file = process.env['BENCH_FILE'];
  if (!file) return;
  const machine = { cores: availableParallelism(), cpu: cpus()[0]?.model ?? '', node: process.version };
  await writeFile(file, `${JSON.stringify({ at: new Date().toISOString(), machine, figures }, null, 2)}\n`);
}
