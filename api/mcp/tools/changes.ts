/** Tools that solve a case changed: once, or over all combinations of some values. */
import { z } from 'zod';
import type { JsonObject } from '../../client/file-format.ts';
import { type ExperimentBody, newId, submitExperiment as submitMatrix } from '../../client/runs.ts';
import { caseOfJob, caseOfScenario } from './cases.ts';
import { solveOptions, submit, submitted } from './jobs.ts';
import { ADDS, defineTool, id, Refusal } from './tool.ts';

/** The lists of a payload -> the field that names an element. */
const LISTS: ReadonlyMap<string, string> = new Map([
  ['generators', 'name'],
  ['loads', 'bus'],
  ['transmission_lines', 'id'],
  ['dc_lines', 'id'],
  ['renewables', 'name'],
  ['storage', 'name'],
  ['reserves', 'name'],
]);
const LIST_NAMES = [...LISTS.keys()].join(', ');

const change = z.strictObject({
  path: z
    .string()
    .min(3)
    .max(300)
    .describe('list.element.field, such as generators.coal.p_max, loads.3.values or loads.*.values'),
  value: z.number().optional().describe('New value, in the unit of the field'),
  factor: z.number().optional().describe('In place of value: multiplies what is there'),
  hours: z.array(z.int().min(0)).min(1).max(8784).optional().describe('Of a series: only these, 0-based'),
});
type Change = z.infer<typeof change>;

const told = z.looseObject({ element: z.string(), field: z.string(), from: z.number(), to: z.number() });
type Told = z.infer<typeof told>;
const MOST_TOLD = 20;

export const changeAndSolve = defineTool({
  name: 'change_and_solve',
  title: 'Change a case and solve it',
  description: `Takes the case of a job, or a stored one, changes numbers in it and submits that as a new job under a new scenario; the base stays as it is. Lists: ${LIST_NAMES}; element * means all. Answers at once with a job_id: wait_for_job, then compare_jobs.`,
  input: z.strictObject({
    job_id: id('Job whose case is changed').optional(),
    scenario_id: id('In place of job_id: a stored case').optional(),
    changes: z.array(change).min(1).max(50),
    new_scenario_id: id('Default: a new one').optional(),
    ...solveOptions,
  }),
  output: submitted.extend({
    changed: z.array(told).describe(`What changed, at most ${MOST_TOLD}`),
    values_changed: z.number(),
  }),
  hints: ADDS,
  async run({ job_id, scenario_id, changes, new_scenario_id, ...options }, work) {
    if ((job_id === undefined) === (scenario_id === undefined))
      throw new Refusal('Give either job_id or scenario_id');
    const base = job_id ? await caseOfJob(work, job_id) : await caseOfScenario(work, scenario_id ?? '');
    const { payload, changed } = applyChanges(base.payload, changes);
    const name = options.name ?? `${base.scenario_id} changed`.slice(0, 200);
    const renamed = { ...base, payload, scenario_id: new_scenario_id ?? newId(base.scenario_id) };
    const job = await submit(work, renamed, { ...options, name });
    return { ...job, changed: changed.slice(0, MOST_TOLD), values_changed: changed.length };
  },
});

/** Throws `Refusal` for a change that finds nothing, or leaves everything as it is. */
export function applyChanges(base: JsonObject, changes: readonly Change[]) {
  const payload = structuredClone(base) as Record<string, unknown>;
  const changed = changes.flatMap((each) => {
    if ((each.value === undefined) === (each.factor === undefined))
      throw new Refusal(`${each.path}: give either value or factor`);
    const { elements, field, key } = find(payload, each.path);
    return elements.flatMap((element) => alter(element, field, each, { payload, key }));
  });
  if (changed.length === 0) throw new Refusal('These changes leave the case as it is');
  return { payload, changed };
}

function find(payload: JsonObject, path: string) {
  const [list = ''] = path.split('.', 1);
  const key = LISTS.get(list);
  const last = path.lastIndexOf('.');
  if (key === undefined || last <= list.length)
    throw new Refusal(`${path}: a path is list.element.field, with a list of ${LIST_NAMES}`);
  const wanted = path.slice(list.length + 1, last);
  const all = recordsOf(payload[list]);
  const elements = wanted === '*' ? all : all.filter((element) => String(element[key]) === wanted);
  if (elements.length > 0) return { elements, key, field: path.slice(last + 1) };
  const known = all.slice(0, MOST_TOLD).map((element) => element[key]);
  throw new Refusal(
    `${path}: the case has no ${wanted} in ${list}${known.length > 0 ? `, but ${known.join(', ')}` : ', which is empty'}`,
  );
}

const recordsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : [];

function alter(
  element: Record<string, unknown>,
  field: string,
  { path, value, factor = 1, hours }: Change,
  { payload, key }: { readonly payload: JsonObject; readonly key: string },
): Told[] {
  const place = hours && field === 'p_max' ? profileOf(element, Number(payload['horizon'])) : field;
  const before = element[place];
  const next = (from: number): number => value ?? Number((from * factor).toPrecision(12));
  const tell = (from: number, hour?: number): Told[] => {
    const to = next(from);
    return to === from
      ? []
      : [{ element: String(element[key]), field: place, ...(hour !== undefined && { hour }), from, to }];
  };
  if (typeof before === 'number' && !hours) {
    element[place] = next(before);
    return tell(before);
  }
  if (!Array.isArray(before) || before.some((item) => typeof item !== 'number'))
    throw new Refusal(
      `${path}: ${place} is no ${hours ? 'series' : 'number'} of ${element[key]}; numbers there: ${numbersIn(element)}. To add a field, submit the whole payload`,
    );
  const late = hours?.find((hour) => hour >= before.length);
  if (late !== undefined)
    throw new Refusal(`${path}: there is no hour ${late}: the hours are 0 to ${before.length - 1}`);
  const series: number[] = before;
  const at = new Set(hours ?? series.keys());
  element[place] = series.map((from, hour) => (at.has(hour) ? next(from) : from));
  return [...at].flatMap((hour) => tell(series[hour] ?? 0, hour));
}

/** A capacity that differs by hour is a field of its own. */
function profileOf(element: Record<string, unknown>, horizon: number): string {
  if (Array.isArray(element['p_max'])) return 'p_max';
  element['p_max_profile'] ??= new Array(horizon).fill(element['p_max']);
  return 'p_max_profile';
}

const numbersIn = (element: JsonObject): string =>
  Object.keys(element)
    .filter((field) => [element[field]].flat().every((item) => typeof item === 'number'))
    .join(', ');

export const submitExperiment = defineTool({
  name: 'submit_experiment',
  title: 'Submit an experiment',
  description:
    'Solves a stored case for every combination of values of some variables (grid), or for each value alone (one_at_a_time). Answers at once with an experiment_id: wait_for_job, then get_result. Variables multiply what they change (load, fuel_gas, wind, line limits by pattern) or are exact paths such as generators.G1.p_max, which are replaced.',
  input: z.strictObject({
    name: z.string().min(1).max(200),
    scenario_id: id('Stored case that is varied'),
    variables: z
      .array(
        z.strictObject({
          name: z.string().min(1).max(200),
          values: z.union([z.array(z.number()).min(1).max(1000), z.array(z.string()).min(1).max(1000)]),
          mode: z.enum(['multiply', 'add', 'absolute']).optional(),
        }),
      )
      .min(1)
      .max(20),
    method: z.enum(['grid', 'one_at_a_time']).default('grid'),
    timeout_s: z.int().min(1).max(3600).optional().describe('Time limit of each solve, s'),
    max_parallel: z.int().min(1).max(32).default(4),
  }),
  output: z.looseObject({
    experiment_id: z.string(),
    scenarios_total: z.number(),
    next: z.string(),
  }),
  hints: ADDS,
  async run({ name, scenario_id, variables, method, timeout_s, max_parallel }, { client }) {
    const body = {
      ...{ name, base_scenario_id: scenario_id, max_parallel },
      ...(timeout_s !== undefined && { timeout_per_scenario: timeout_s }),
      scenario_matrix: {
        method,
        variables: variables.map((variable) => ({
          ...variable,
          type: typeof variable.values[0] === 'string' ? 'categorical' : 'discrete',
        })),
      },
    };
    // The document asks for fields that have a default, too.
    const { experiment_id, scenarios_total } = await submitMatrix(client, body as ExperimentBody);
    return { experiment_id, scenarios_total, next: `wait_for_job with experiment_id ${experiment_id}` };
  },
});
