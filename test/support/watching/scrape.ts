/** Reads the metrics of the processes of a stack started with METRICS_ADDRESS. */
import type { StackFile } from '../../../workers/local/stack/stack-file.ts';
import { readLog } from '../stack/read-log.ts';
import { processOf } from '../stack/running-stack.ts';

export type Watched = 'api' | 'orchestrator' | 'solver';

interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/**
 * Name of a metric as in queries, including `_bucket` and the like -> samples; a metric that was declared may have
 * none.
 */
export type Scrape = ReadonlyMap<string, readonly Sample[]>;

/** Address at which a process serves its metrics and its health. */
export async function watchUrl(stack: StackFile, name: Watched): Promise<string> {
  if (name === 'api') return stack.api_url;
  const lines = await readLog(processOf(stack, name).log);
  const { address } = lines.findLast(({ msg }) => msg === 'metrics and health') ?? {};
  if (!address) throw new Error(`${name} tells no metrics`);
  return `http://127.0.0.1:${address.port}`;
}

export async function scrape(stack: StackFile, name: Watched): Promise<Scrape> {
  const reply = await fetch(`${await watchUrl(stack, name)}/metrics`);
  if (!reply.ok) throw new Error(`${name} answers ${reply.status} to a scrape`);
  return parse(await reply.text());
}

const TYPE = /^# TYPE (\w+) (\w+)$/;
const SAMPLE = /^(\w+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Parses the Prometheus text format, without time stamps. */
function parse(text: string): Scrape {
  const samples = new Map<string, Sample[]>();
  for (const line of text.split('\n')) {
    const [, family = '', type = ''] = TYPE.exec(line) ?? [];
    if (family)
      for (const end of ENDS[type] ?? ['']) samples.set(family + end, samples.get(family + end) ?? []);
    const [, name = '', labels = '', value] = SAMPLE.exec(line) ?? [];
    if (!name) continue;
    const pairs = [...labels.matchAll(LABEL)].map(([, key = '', text = '']) => [key, text] as const);
    samples.set(name, [
      ...(samples.get(name) ?? []),
      { labels: Object.fromEntries(pairs), value: Number(value) },
    ]);
  }
  return samples;
}

const ENDS: Readonly<Record<string, readonly string[]>> = { histogram: ['_bucket', '_sum', '_count'] };

/** Sum of the samples with these labels. */
export const total = (metrics: Scrape, name: string, labels: Readonly<Record<string, string>> = {}): number =>
  (metrics.get(name) ?? [])
    .filter((sample) => Object.entries(labels).every(([key, value]) => sample.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0);
