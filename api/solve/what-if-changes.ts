/**
 * Applies the changes of a what-if to the case of a job. A change has the form of a change in experiments, or a short
 * form.
 */
import { isBrief, LargeDocument } from '../../mongo/read-documents.ts';
import { isList } from '../../temporal/case/arithmetic/series.ts';
import { payloadProblems } from '../../temporal/case/checks/payload-problems.ts';
import type { WhatIfChange } from '../../temporal/case/messages/what-if.ts';
import { applyChanges } from '../../temporal/case/scenario/apply-changes.ts';
import { type Change, type ChangeTarget, UnknownVariable } from '../../temporal/case/scenario/change.ts';
import {
  COLLECTION_NAMES,
  COLLECTIONS,
  type Collection,
  elementProblem,
} from '../../temporal/case/scenario/collections.ts';
import { resolveChange } from '../../temporal/case/scenario/resolve-change.ts';
import { withinLimits } from '../../temporal/case/scenario/within-limits.ts';
import type { SolvePayload } from '../../temporal/case/schema.ts';
import { Unprocessable } from '../http/errors.ts';
import { nearIds } from '../http/near-ids.ts';

const SHORT = {
  unit: ['generators', 'p_max'],
  line: ['transmission_lines', 'rating_mw'],
  load: ['loads', 'values'],
} as const satisfies Readonly<Record<string, readonly [Collection, string]>>;
const FORMS = ['path', 'unit', 'line', 'load'] as const;
const MODES = ['factor', 'value'] as const;
type Form = (typeof FORMS)[number];

/** A change as written by the client, and a function that refuses one of its fields. */
interface ChangeRequest {
  readonly form: Form;
  readonly name: string;
  readonly mode: Change['mode'];
  readonly amount: number;
  readonly hours: ReadonlySet<number> | undefined;
  refuse(field: Form | 'hours' | (typeof MODES)[number], msg: string): Unprocessable;
}

/** The case after one of the changes. */
interface Step {
  readonly request: ChangeRequest;
  readonly payload: SolvePayload;
}

/** Maximum number of pairs of a changed element and hour; more of them take over 20 ms of the event loop. */
const MOST_BRIEF = 50_000;
/** Work of changing an element, expressed as a number of hours. */
const HOURS_OF_ELEMENT = 20;

/**
 * Applies `changes` in order. Throws `Unprocessable` for unknown elements and for an invalid result, and
 * `LargeDocument` when there are too many changes for the event loop.
 */
export async function changedPayload(
  base: SolvePayload,
  changes: readonly WhatIfChange[],
  maxHorizon: number,
): Promise<SolvePayload> {
  let payload = base;
  let hours = 0;
  const steps: Step[] = [];
  for (const [i, change] of changes.entries()) {
    const request = read(change, i, base);
    const meant = resolved(payload, request);
    hours += elementsOf(meant) * (HOURS_OF_ELEMENT + base.horizon);
    if (isBrief() && hours > MOST_BRIEF) throw new LargeDocument();
    payload = change.hours ? inHours(payload, meant, request) : altered(payload, meant, request);
    steps.push({ request, payload });
  }
  await requireWellFormed(base, payload, steps);
  if (payload === base) throw refusal([], 'These changes do not change the case');
  const [problem] = payloadProblems(payload, { maxHorizon });
  if (problem) throw refusal([], `The changed case is not valid: ${problem.path.join('.')}: ${problem.msg}`);
  return payload;
}

const elementsOf = ({ targets }: Change): number =>
  targets.reduce((sum, target) => sum + ('setting' in target ? 0 : target.positions.length), 0);

const refusal = (path: readonly (string | number)[], msg: string): Unprocessable =>
  new Unprocessable([{ loc: ['body', 'changes', ...path], msg, type: 'value_error' }]);

function read(change: WhatIfChange, i: number, { horizon }: SolvePayload): ChangeRequest {
  const [form, ...forms] = FORMS.filter((key) => change[key] !== undefined);
  const [mode, ...modes] = MODES.filter((key) => change[key] !== undefined);
  if (!form || forms.length > 0) throw refusal([i], `A change should have one of ${FORMS.join(', ')}`);
  if (!mode || modes.length > 0) throw refusal([i], `A change should have one of ${MODES.join(', ')}`);
  const refuse: ChangeRequest['refuse'] = (field, msg) => refusal([i, field], msg);
  const outside = change.hours?.find((hour) => hour >= horizon);
  if (outside !== undefined)
    throw refuse('hours', `Hour ${outside} is outside the case, which has hours 0 to ${horizon - 1}`);
  return {
    form,
    name: change[form] ?? '',
    mode: mode === 'factor' ? 'multiply' : 'absolute',
    amount: change[mode] ?? 1,
    hours: change.hours && new Set(change.hours),
    refuse,
  };
}

/** The elements of a change. Throws `Unprocessable` with the most similar names for unknown elements. */
function resolved(payload: SolvePayload, { form, name, mode, amount, refuse }: ChangeRequest): Change {
  const path = form === 'path' ? name : `${SHORT[form][0]}.${name}.${SHORT[form][1]}`;
  try {
    return resolveChange({ name: path, type: 'discrete', values: [amount], mode }, payload);
  } catch (error) {
    if (!(error instanceof UnknownVariable)) throw error;
    if (form === 'path') throw refuse(form, `${error.message}${nearest(payload, name)}`);
    throw refuse(form, `There is no ${form} ${name}${nearest(payload, path)}`);
  }
}

function nearest(payload: SolvePayload, path: string): string {
  const collection = COLLECTION_NAMES.find((name) => path.startsWith(`${name}.`));
  if (!collection) return '';
  const wrong = path.slice(collection.length + 1, path.lastIndexOf('.'));
  const near = nearIds(wrong, [...new Set(COLLECTIONS[collection].names(payload))]);
  return near.length > 0 ? `; ${collection} there are: ${near.join(', ')}` : '';
}

const altered = (payload: SolvePayload, change: Change, request: ChangeRequest): SolvePayload =>
  applyChanges(payload, [change], { [change.name]: request.amount });

/** Applies a change in the selected hours only, to fields that can vary by hour. */
function inHours(payload: SolvePayload, change: Change, request: ChangeRequest): SolvePayload {
  return change.targets.reduce((before, target) => {
    if ('setting' in target) throw request.refuse('hours', `${target.setting} is one number for all hours`);
    const { collection, fields } = target;
    const fixed = fields.find((field) => !COLLECTIONS[collection].varying.includes(field));
    if (fixed) throw request.refuse('hours', `${fixed} of ${collection} is one number for all hours`);
    if (collection === 'transmission_lines' && isHard(before, target))
      throw request.refuse('hours', `${fields[0]} is absent: a line is soft in all hours or in none`);
    const spread = withLists(before, target);
    const after = applyChanges(spread, [{ ...change, targets: [target] }], { [change.name]: request.amount });
    return mixed(spread, after, collection, fields, request.hours ?? new Set());
  }, payload);
}

/** True if the penalty of a line without a penalty is to change. */
const isHard = (
  { transmission_lines = [] }: SolvePayload,
  { positions, fields }: Exclude<ChangeTarget, { setting: unknown }>,
): boolean =>
  fields.includes('penalty_usd_per_mwh') &&
  positions.some((at) => transmission_lines[at]?.penalty_usd_per_mwh === undefined);

const RAMPS = ['ramp_up', 'ramp_down'];

/**
 * Replaces single numbers by hourly lists. Limits of a unit are in `rated`. A missing number becomes 0 in every hour; a
 * ramp of null stays null.
 */
function withLists(
  payload: SolvePayload,
  { collection, positions, fields }: Exclude<ChangeTarget, { setting: unknown }>,
): SolvePayload {
  const chosen = new Set(positions);
  const elements = payload[collection]?.map((element, at) => {
    if (!chosen.has(at)) return element;
    const numbers = fields
      .map((field): [string, unknown] => [field, Reflect.get(element, field)])
      .filter(([, value]) => !isList(value));
    const lists = numbers.map(([field, value]) => [
      field,
      new Array<unknown>(payload.horizon).fill(RAMPS.includes(field) ? value : (value ?? 0)),
    ]);
    const limits = numbers.filter(([field]) => field === 'p_max' || field === 'p_min');
    const rated = 'min_uptime' in element &&
      limits.length > 0 && { rated: { ...element.rated, ...Object.fromEntries(limits) } };
    return { ...element, ...rated, ...Object.fromEntries(lists) };
  });
  return { ...payload, [collection]: elements };
}

/** Series with the values of `after` in the changed `hours`, and of `before` in all others. */
function mixed(
  before: SolvePayload,
  after: SolvePayload,
  collection: Collection,
  fields: readonly string[],
  hours: ReadonlySet<number>,
): SolvePayload {
  const elements = after[collection]?.map((element, at) => {
    const old = before[collection]?.[at];
    if (!old || old === element) return element;
    const series = fields.map((field) => {
      const [then, now]: [unknown, unknown] = [Reflect.get(old, field), Reflect.get(element, field)];
      const isSeries = Array.isArray(then) && Array.isArray(now);
      return [
        field,
        isSeries ? then.map((value: unknown, t) => (hours.has(t) ? now[t] : value)) : now,
      ] as const;
    });
    return withinLimits(old, { ...old, ...Object.fromEntries(series) }, after.horizon);
  });
  return { ...after, [collection]: elements };
}

/** Checks only the changed elements, once each, because the case was valid before. */
async function requireWellFormed(
  before: SolvePayload,
  after: SolvePayload,
  steps: readonly Step[],
): Promise<void> {
  for (const collection of COLLECTION_NAMES)
    for (const [at, element] of (after[collection] ?? []).entries()) {
      if (element === before[collection]?.[at] || !(await elementProblem(collection, element))) continue;
      await refuseFirst(collection, at, steps);
    }
}

/** Finds and refuses the first change after which an element is invalid. */
async function refuseFirst(collection: Collection, at: number, steps: readonly Step[]): Promise<void> {
  for (const { request, payload } of steps) {
    const element = payload[collection]?.[at];
    const problem = element && (await elementProblem(collection, element));
    if (problem)
      throw request.refuse(request.form, `The changed case is not valid: ${collection}[${at}]: ${problem}`);
  }
}
