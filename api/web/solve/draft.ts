/** The case that the user is preparing; it is kept while other views are shown. */
import type { FileFormat, JsonObject } from '../../client/file-format.ts';
import { newId } from '../../client/runs.ts';
import { get } from '../parts/session.ts';
import { createStore } from '../parts/store.ts';
import { type JobType, type Submission, submitSolve } from '../parts/submit-solve.ts';
import { callCase } from './case.ts';
import type { Outline } from './case-model.ts';

/** Values of the form, as the user has typed them. */
export interface SolveForm {
  readonly type: JobType;
  readonly scenario_id: string;
  readonly name: string;
  readonly solver: string;
  readonly timeout: string;
  readonly mip_gap: string;
  readonly unserved_energy_usd_per_mwh: string;
  readonly random_seed: string;
  readonly network: boolean;
  readonly losses: boolean;
}

export interface Draft {
  /** Source of the case in words, such as `file`, `scenario base` or `job 7`. */
  readonly source: string;
  readonly title: string;
  readonly outline: Outline;
  readonly form: SolveForm;
  /** Number of the revision, which increases with every change of the case. */
  readonly revision: number;
}

export const draft = createStore<Draft | undefined>(undefined);

let revision = 0;
const nextRevision = (): number => {
  revision += 1;
  return revision;
};

interface Origin {
  readonly source: string;
  readonly title: string;
  readonly scenario_id: string;
  readonly type?: JobType;
  readonly name?: string | undefined;
}

type IsLast = () => boolean;

let requests = 0;

/**
 * Clears the draft before another case is opened, so that the previous case cannot be submitted by mistake. Returns a
 * function that is true as long as no other case is being opened.
 */
export function disarm(): IsLast {
  requests += 1;
  const mine = requests;
  draft.set(undefined);
  return () => mine === requests;
}

/** Opens a file. Resolves to its format if the file has to be imported first. */
export const openFile = (
  file: Blob,
  title: string,
  isLast: IsLast,
): Promise<Exclude<FileFormat, 'service'> | undefined> =>
  openBlob(file, { source: `file ${title}`, title, scenario_id: idFrom(title) }, isLast);

async function openBlob(
  file: Blob,
  origin: Origin,
  isLast: IsLast,
): Promise<Exclude<FileFormat, 'service'> | undefined> {
  if (!isLast()) return undefined;
  const opened = await callCase('open', file);
  if (!isLast()) return undefined;
  if (opened.format !== 'service') return opened.format;
  const { outline, rest } = opened;
  draft.set({ ...origin, outline, form: formOf(outline, rest, origin), revision: nextRevision() });
  return undefined;
}

export async function openScenario(scenario_id: string): Promise<void> {
  const isLast = disarm();
  const params = { path: { scenario_id } };
  const file = await get('/api/scenarios/{scenario_id}', { params, parseAs: 'blob' });
  const title = `Scenario ${scenario_id}`;
  await openBlob(file, { source: `scenario ${scenario_id}`, title, scenario_id }, isLast);
}

/** Submits a stored scenario; a shared scenario gets a new id. Resolves to the job id. */
export async function solveScenario(scenario_id: string, idempotencyKey: string): Promise<string> {
  const params = { path: { scenario_id } };
  const scenario = await get('/api/scenarios/{scenario_id}', { params });
  const { job_type: type, name, payload, owner } = scenario;
  const id = owner === null ? newId(scenario_id) : scenario_id;
  const submission = { type, scenario_id: id, name, payload: new Blob([JSON.stringify(payload)]) };
  return (await submitSolve(submission, idempotencyKey)).job_id;
}

export async function openJob(job_id: string): Promise<void> {
  const isLast = disarm();
  const params = { path: { job_id } };
  const job = await get('/api/modules/analyst/solve/{job_id}/status', { params });
  const file = await get('/api/modules/analyst/solve/{job_id}/payload', { params, parseAs: 'blob' });
  const { scenario_id, job_type: type } = job;
  const name = job.name ?? undefined;
  const title = `The case of job ${name ?? scenario_id}`;
  await openBlob(file, { source: `job ${job_id}`, title, scenario_id, type, name }, isLast);
}

/** Id made from a title: `A case.json.gz` -> `A-case`. */
export const idFrom = (title: string): string =>
  title
    .replace(/(\.(json|gz|m|txt))+$/i, '')
    .replace(/[^\w.-]+/g, '-')
    .slice(0, 100) || 'case';

function formOf({ options, solver, counts }: Outline, rest: JsonObject, origin: Origin): SolveForm {
  const text = (value: unknown): string =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const hasLines = (counts['transmission_lines'] ?? 0) + (counts['dc_lines'] ?? 0) > 0;
  const statedType = TYPES.find((type) => type === rest['job_type']);
  return {
    type: origin.type ?? statedType ?? (hasLines ? 'scuc' : 'uc'),
    scenario_id: ownId(text(rest['scenario_id']) || origin.scenario_id, rest),
    name: origin.name ?? '',
    solver: solver ?? '',
    timeout: text(options['time_limit'] ?? rest['timeout']),
    mip_gap: text(options['mip_gap']),
    unserved_energy_usd_per_mwh: text(options['unserved_energy_usd_per_mwh']),
    random_seed: text(options['random_seed']),
    network: options['network'] === true,
    losses: options['losses'] === true,
  };
}

/**
 * Id under which a case is solved. The case of a shared scenario gets a new id: a solve stores its case under its id,
 * where it would hide the shared scenario.
 */
const ownId = (id: string, { owner }: JsonObject): string => (owner === null ? newId(id) : id);

const TYPES: readonly JobType[] = ['uc', 'scuc', 'ed'];

export function changeForm(change: Partial<SolveForm>): void {
  const current = draft.get();
  if (current) draft.set({ ...current, form: { ...current.form, ...change } });
}

/** Changes a field of the case. Resolves with an error message if the text is invalid. */
export async function changeCase(
  list: string,
  index: number,
  field: string,
  text: string,
): Promise<string | undefined> {
  const { wrong, outline } = await callCase('change', list, index, field, text);
  const current = draft.get();
  if (wrong === undefined && current) draft.set({ ...current, outline, revision: nextRevision() });
  return wrong;
}

export async function toSubmission({ form, outline }: Draft): Promise<Submission> {
  const { type, scenario_id, name, solver, timeout, network, losses, ...rest } = form;
  const numbers = { ...rest, time_limit: timeout };
  const entries = Object.entries(numbers).flatMap(([field, text]) =>
    text === '' ? [] : [[field, Number(text)]],
  );
  const cleared = Object.keys(numbers).filter((field) => !entries.some(([name]) => name === field));
  const options = {
    ...Object.fromEntries(Object.entries(outline.options).filter(([field]) => !cleared.includes(field))),
    ...Object.fromEntries(entries),
    ...flag('network', network && type === 'ed'),
    ...flag('losses', losses),
  };
  const payload = await callCase('write', options, solver || undefined);
  return { type, scenario_id, payload, name: name || undefined };
}

const flag = (name: string, isSet: boolean) => (isSet ? { [name]: true } : {});
