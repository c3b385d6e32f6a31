/**
 * What the views read of a job: some fields of its result and of its case, fetched here, parsed in a worker. They are
 * kept while the pages of the job are shown, and dropped with the first field of another one.
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

/** What was read of one job, by kind and field. */
let kept: { readonly jobId: string; readonly fields: Map<string, Promise<unknown>> } | undefined;

me.follow(() => {
  kept = undefined;
});

function fieldsOf(jobId: string): Map<string, Promise<unknown>> {
  if (kept?.jobId !== jobId) kept = { jobId, fields: new Map() };
  return kept.fields;
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

/** Fields that are not there yet come with one request. */
export async function readFields(jobId: string, kind: Kind, names: readonly string[]): Promise<object> {
  const known = fieldsOf(jobId);
  const keyOf = (name: string): string => `${kind} ${name}`;
  const missing = names.filter((name) => !known.has(keyOf(name)));
  if (missing.length > 0) {
    const body = fetchFields(jobId, kind, missing.join(','));
    const parsed = body.then((bytes) => parse({ kind, body: bytes }, [bytes]));
    for (const name of missing) {
      const field = parsed.then((document) => document[name]);
      known.set(keyOf(name), field);
      // The next view that asks reads it again.
      field.catch(() => known.delete(keyOf(name)));
    }
  }
  const values = await Promise.all(names.map((name) => known.get(keyOf(name))));
  return Object.fromEntries(names.map((name, i) => [name, values[i]]));
}

export const readResult = async <Name extends keyof Result & string>(jobId: string, names: readonly Name[]) =>
  (await readFields(jobId, 'result', names)) as Pick<Result, Name>;

export const readCase = async <Name extends keyof Case & string>(jobId: string, names: readonly Name[]) =>
  (await readFields(jobId, 'case', names)) as Pick<Case, Name>;

/** The whole case as it was submitted, unparsed. */
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
  return <Loaded load={load}>{([found, known]) => children(found, known)}</Loaded>;
}

/** `start`: when the first hour of both begins, where that is known. */
export const useDiff = (job_id: string, other_job_id: string, start: string | undefined): Load<Diff> =>
  useLoad(
    async (signal) => {
      const options = { params: { path: { job_id, other_job_id } }, parseAs: 'arrayBuffer', signal } as const;
      const body = await data(api.GET('/api/modules/analyst/solve/{job_id}/diff/{other_job_id}', options));
      // The document of the route says what it is; the worker only made matrices of its rows.
      const diff = (await parse({ kind: 'diff', body }, [body])) as unknown as Diff;
      countIn({ ...diff, start_time: start });
      return diff;
    },
    [job_id, other_job_id],
  );
