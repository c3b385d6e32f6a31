/** Instances by name: generated ones, and files in the format of the service, pglib-uc or UnitCommitment.jl. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type ImportFormat, readImport } from '../../../api/formats/import-file.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { hardCase } from '../../support/cases/hard-case.ts';
import { meshedCase } from '../../support/cases/meshed-case.ts';
import { ODD, oddCase } from '../../support/cases/odd-case.ts';
import { rtsLikeDay } from '../../support/cases/rts-like-day.ts';

export interface BenchInstance {
  readonly jobType: JobType;
  readonly payload: SolvePayload;
}

/** Generated cases that are equal on every machine. */
export const GENERATED = [
  'uc:hard-20x24',
  'uc:hard-50x24',
  'uc:hard-100x24',
  'scuc:meshed-24x16x24-4',
  'ed:meshed-2000x300x24-1',
];

/** Names of the instances to measure: those in `BENCH_INSTANCES`, or `usual`. */
export const namedInstances = (usual: readonly string[]): readonly string[] =>
  process.env['BENCH_INSTANCES']?.split(',') ?? usual;

const FORMATS: Readonly<Record<string, readonly [format: ImportFormat, jobType: JobType]>> = {
  uc: ['service', 'uc'],
  scuc: ['service', 'scuc'],
  ed: ['service', 'ed'],
  pglib: ['pglib-uc', 'uc'],
  ucjl: ['unitcommitment-jl', 'scuc'],
};

/**
 * `uc:hard-UNITSxHOURS`, `TYPE:meshed-BUSESxUNITSxHOURS-SEED`, `scuc:unlost-` the same without contingencies,
 * `uc:day-SEED`, `uc:odd-NAME`, `uc|scuc|ed:FILE`, `pglib:FILE` or `ucjl:FILE`; a file may be gzipped.
 */
export async function readInstance(name: string): Promise<BenchInstance> {
  const [prefix, source] = parts(name);
  const [format, jobType] = FORMATS[prefix] ?? [];
  if (!format || !jobType) throw new Error(`no instances are called ${prefix}:`);
  const generated = generate(jobType, source);
  if (generated) return { jobType, payload: generated };
  const bytes = readFileSync(source);
  const text = source.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  const { payload } = await readImport(format, text, { maxHorizon: 8760 });
  return { jobType, payload };
}

/** Short name for kept figures: name and folder of a file. */
export function shortName(name: string): string {
  const [prefix, source] = parts(name);
  return `${prefix}:${source.split('/').slice(-2).join('/')}`;
}

function parts(name: string): [prefix: string, source: string] {
  const colon = name.indexOf(':');
  return [name.slice(0, colon), name.slice(colon + 1)];
}

function generate(jobType: JobType, source: string): SolvePayload | undefined {
  const [, day] = /^day-(\d+)$/.exec(source) ?? [];
  if (day) return rtsLikeDay(Number(day));
  const odd = ODD.find((name) => source === `odd-${name}`);
  if (odd) return oddCase(odd);
  const [, kind, ...sizes] = /^(hard|meshed|unlost)-(\d+)x(\d+)(?:x(\d+)-(\d+))?$/.exec(source) ?? [];
  const [first = 0, second = 0, horizon = 24, seed = 1] = sizes.map((size) => Number(size ?? Number.NaN));
  if (kind === 'hard') return hardCase(first, second);
  if (kind === 'meshed') return meshedCase(first, second, { horizon, seed, outages: jobType === 'scuc' });
  if (kind === 'unlost') return meshedCase(first, second, { horizon, seed });
  return undefined;
}
