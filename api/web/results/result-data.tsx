/**
 * Reads fields of the result and the case of a job; a worker thread parses them. They are cached until fields of
 * another job are read.
 */
import type { ComponentChildren } from 'preact';
import { data } from '../../client/client.ts';
import { Loaded } from '../parts/elements.tsx';
import { inWorker } from '../parts/in-worker.ts';
import { countIn } from '../parts/interval.ts';
import { api, me } from '../parts/session.ts';
import { type Load, useLoad } from '../parts/use-load.ts';
import type { Unparsed } from './data-worker.ts';
import type { Case, Diff, Kind, Result } from './pack.ts';

const parse = inWorker<Unparsed, Readonly<Record<string, unknown>>>(
  () => new Worker(new URL('./data-worker.ts', import.meta.url), { type: 'module' }),
);

/** Cached fields of one job, by kind and field name. */
let cache: { readonly jobId: string; readonly fields: Map<string, Promise<unknown>> } | undefined;

me.follow(() => {
  cache = undefined;
});

function fieldsOf(jobId: string): Map<string, Promise<unknown>> {
  if (cache?.jobId !== jobId) cache = { jobId, fields: new Map() };
  return cache.fields;
}

async function fetchFields(jobId: string, kind: Kind, fields: string): Promise<ArrayBuffer> {
  const options = {
    params: { path: { job_id: jobId }, query: { fields } },
    parseAs: 'arrayBuffer',
  } as const;
  return kind === 'case'
    ? data(api.GET('/api/modules/analyst/solve/{job_id}/payload', options))
    : data(api.GET('/api/modules/analyst/solve/{job_id}/results', options));
}

/** Reads fields. Fields that are not in the cache are read in a single request. */
export async function readFields(jobId: string, kind: Kind, names: readonly string[]): Promise<object> {
  const cachedFields = fieldsOf(jobId);
  const keyOf = (name: string): string => `${kind} ${name}`;
  const missing = names.filter((name) => !cachedFields.has(keyOf(name)));
  if (missing.length > 0) {
    const body = fetchFields(jobId, kind, missing.join(','));
    const parsed = body.then((bytes) => parse({ kind, body: bytes }, [bytes]));
    for (const name of missing) {
      const field = parsed.then((document) => document[name]);
      cachedFields.set(keyOf(name), field);
      // A field that could not be read is removed from the cache, so that the next view reads it again.
      field.catch(() => cachedFields.delete(keyOf(name)));
    }
  }
  const values = await Promise.all(names.map((name) => cachedFields.get(keyOf(name))));
  return Object.fromEntries(names.map((name, i) => [name, values[i]]));
}

export const readResult = async <Name extends keyof Result & string>(jobId: string, names: readonly Name[]) =>
  (await readFields(jobId, 'result', names)) as Pick<Result, Name>;

export const readCase = async <Name extends keyof Case & string>(jobId: string, names: readonly Name[]) =>
  (await readFields(jobId, 'case', names)) as Pick<Case, Name>;

/** The complete case as submitted, as a file that is not parsed. */
export const readPayload = (job_id: string, signal: AbortSignal | null = null): Promise<Blob> =>
  data(
    api.GET('/api/modules/analyst/solve/{job_id}/payload', {
      params: { path: { job_id } },
      parseAs: 'blob',
      signal,
    }),
  );

interface FieldsProps<OfResult, OfCase> {
  readonly jobId: string;
  readonly result: readonly OfResult[];
  readonly given?: readonly OfCase[];
  readonly children: (
    result: Pick<Result, OfResult & keyof Result>,
    given: Pick<Case, OfCase & keyof Case>,
  ) => ComponentChildren;
}

export function Fields<OfResult extends keyof Result & string, OfCase extends keyof Case & string = never>({
  jobId,
  result,
  given = [],
  children,
}: FieldsProps<OfResult, OfCase>) {
  const load = useLoad(
    () => Promise.all([readResult(jobId, result), readCase(jobId, given)]),
    [jobId, ...result, ...given],
  );
  return <Loaded load={load}>{([resultFields, caseFields]) => children(resultFields, caseFields)}</Loaded>;
}

/** Differences of two jobs. `start`: start of the first hour of both jobs; undefined if unknown. */
export const useDiff = (job_id: string, other_job_id: string, start: string | undefined): Load<Diff> =>
  useLoad(
    async (signal) => {
      const options = { params: { path: { job_id, other_job_id } }, parseAs: 'arrayBuffer', signal } as const;
      const body = await data(api.GET('/api/modules/analyst/solve/{job_id}/diff/{other_job_id}', options));
      // The worker has converted series to matrices, so the type of the reply in the API document does not apply.
      const diff = (await parse({ kind: 'diff', body }, [body])) as unknown as Diff;
      countIn({ ...diff, start_time: start });
      return diff;
    },
    [job_id, other_job_id],
  );
