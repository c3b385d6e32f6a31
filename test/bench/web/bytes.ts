/** What a browser loads of the pages, gzipped. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const ASSETS = join(new URL('../../../', import.meta.url).pathname, 'web', 'assets');
const KILOBYTE = 1000;

/** kB of JavaScript: what only charts and maps need, and all else together. */
export async function kilobytes(): Promise<{ readonly charts: number; readonly beforeCharts: number }> {
  const names = (await readdir(ASSETS)).filter((name) => name.endsWith('.js'));
  const sizes = await Promise.all(
    names.map(async (name) => ({ name, size: gzipSync(await readFile(join(ASSETS, name))).length })),
  );
  const sum = (isIn: (name: string) => boolean): number =>
    sizes.filter(({ name }) => isIn(name)).reduce((total, { size }) => total + size, 0) / KILOBYTE;
  const isChart = (name: string): boolean => /^(?:echarts|map|states|countries)-/.test(name);
  return { charts: sum(isChart), beforeCharts: sum((name) => !isChart(name)) };
}
