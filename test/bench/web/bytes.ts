/** Bytes that a browser loads for the pages, gzipped. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const ASSETS = join(new URL('../../../', import.meta.url).pathname, 'web', 'assets');
const KILOBYTE = 1000;
/** Chunks that load with the first chart or map. */
const LATER = /^(?:echarts|map|states|countries|layout-worker)-/;
/** Chunks that only views with charts or maps load. */
const CHART = new RegExp(`${LATER.source}|^drawing-`);
/** Chunks that load with the first question about a number ("why"). */
const ASKED = /^why-/;
/**
 * In the first file, `import"./a.js"` and `from"./a.js"` load at once; the target of `import(...)` loads when it is
 * needed.
 */
const AT_ONCE = /(?:from|import)\s*["']\.\/([^"']+\.js)["']/g;
const WHEN_NEEDED = /import\(\s*["'`]\.\/([^"'`]+\.js)["'`]/g;

/** The verifier with its signature check: a worker that one view loads in addition. */
const VERIFIER = /^verify-worker-/;

interface Chunk {
  readonly bytes: number;
  readonly atOnce: readonly string[];
  readonly whenNeeded: readonly string[];
}

interface Sizes {
  /** Bytes of the chunks that only charts and maps need. */
  readonly charts: number;
  readonly verifier: number;
  readonly explanations: number;
  /** Bytes of all other chunks, loaded after visits to every view. */
  readonly others: number;
  /** Largest load of one view before its first chart: the frame, the view, and one tab. */
  readonly beforeCharts: number;
}

/** kB of JavaScript. */
export async function kilobytes(): Promise<Sizes> {
  const chunks = await readChunks();
  const bytesOf = (names: Iterable<string>): number =>
    [...names].reduce((sum, name) => sum + (chunks.get(name)?.bytes ?? 0), 0) / KILOBYTE;
  const names = [...chunks.keys()];
  const first = names.find((name) => name.startsWith('index-')) ?? '';
  return {
    charts: bytesOf(names.filter((name) => CHART.test(name))),
    verifier: bytesOf(names.filter((name) => VERIFIER.test(name))),
    explanations: bytesOf(names.filter((name) => ASKED.test(name))),
    others: bytesOf(names.filter((name) => ![CHART, VERIFIER, ASKED].some((kind) => kind.test(name)))),
    beforeCharts: Math.max(...chains(chunks, first, new Set()).map(bytesOf)),
  };
}

/** Chunks loaded on each path through the views, starting with the chunk `name`. */
function chains(
  chunks: ReadonlyMap<string, Chunk>,
  name: string,
  loaded: ReadonlySet<string>,
): ReadonlySet<string>[] {
  const now = new Set(loaded);
  const load = (each: string): void => {
    if (now.has(each) || LATER.test(each)) return;
    now.add(each);
    chunks.get(each)?.atOnce.forEach(load);
  };
  load(name);
  const next = [...now]
    .filter((each) => !loaded.has(each))
    .flatMap((each) => chunks.get(each)?.whenNeeded ?? [])
    .filter((each) => !now.has(each) && !LATER.test(each) && !ASKED.test(each));
  return next.length === 0 ? [now] : next.flatMap((each) => chains(chunks, each, now));
}

async function readChunks(): Promise<ReadonlyMap<string, Chunk>> {
  const names = (await readdir(ASSETS)).filter((name) => name.endsWith('.js'));
  const read = async (name: string): Promise<[string, Chunk]> => {
    const text = await readFile(join(ASSETS, name), 'utf8');
    const namesOf = (shape: RegExp): string[] =>
      [...text.matchAll(shape)].map(([, chunkName = '']) => chunkName);
    return [
      name,
      { bytes: gzipSync(text).length, atOnce: namesOf(AT_ONCE), whenNeeded: namesOf(WHEN_NEEDED) },
    ];
  };
  return new Map(await Promise.all(names.map(read)));
}
