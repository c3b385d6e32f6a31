/** Draft of an experiment as the user has typed it, and its conversion to a submission. Pure. */
import type { ExperimentBody } from '../../client/runs.ts';
import { definedOnly, numberOf } from '../parts/typed.ts';

export type Matrix = NonNullable<ExperimentBody['scenario_matrix']>;
export type Method = Matrix['method'];
type Variable = NonNullable<Matrix['variables']>[number];

/** A variable as typed. Numbers are kept as text, so that incomplete input is not lost. */
export interface VariableDraft {
  /** Key of the variable, which stays the same while its name changes. */
  readonly key: number;
  readonly name: string;
  readonly type: Variable['type'];
  readonly min: string;
  readonly max: string;
  readonly steps: string;
  readonly step: string;
  readonly scale: 'linear' | 'log';
  readonly values: string;
  readonly mode: '' | NonNullable<Variable['mode']>;
}

export interface Draft {
  readonly name: string;
  readonly base: string;
  readonly method: Method;
  readonly variables: readonly VariableDraft[];
  /** Text for the method `list`: names of the variables in the first line, then one scenario per line. */
  readonly list: string;
  readonly samples: string;
  readonly seed: string;
  readonly timeout: string;
  readonly parallel: string;
}

export const METHODS: readonly (readonly [Method, string])[] = [
  ['grid', 'Grid: every combination'],
  ['one_at_a_time', 'One at a time: each variable alone'],
  ['list', 'List: scenarios as given'],
  ['lhs', 'Latin hypercube sample'],
  ['sobol', 'Sobol sample'],
  ['random', 'Random sample'],
];

export const isSampled = (method: Method): boolean => ['lhs', 'sobol', 'random'].includes(method);

export const newVariable = (key: number, name = ''): VariableDraft => ({
  key,
  name,
  type: 'continuous',
  min: '0.9',
  max: '1.1',
  steps: '3',
  step: '1',
  scale: 'linear',
  values: '',
  mode: '',
});

export const newDraft = (base: string): Draft => ({
  name: '',
  base,
  method: 'grid',
  variables: [newVariable(0, 'load')],
  list: 'load\n0.9\n1\n1.1',
  samples: '16',
  seed: '0',
  timeout: '300',
  parallel: '4',
});

const scalarOf = (text: string): number | string => numberOf(text) ?? text.trim();

/** Values in a text: `0.8, 1 1.2` gives three values. Spaces separate numbers, but not words. */
export const valuesOf = (text: string, type: Variable['type']): (number | string)[] =>
  text
    .split(type === 'categorical' ? /[,;\n]/ : /[,;\s]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => (type === 'categorical' ? part : scalarOf(part)));

function variableOf({ name, type, mode, ...draft }: VariableDraft): Variable {
  const common = { name: name.trim(), type, ...(mode && { mode }) };
  if (type === 'discrete' || type === 'categorical') {
    const values = valuesOf(draft.values, type);
    return { ...common, ...(values.length > 0 && { values }) };
  }
  const range = { ...common, ...definedOnly({ min: numberOf(draft.min), max: numberOf(draft.max) }) };
  return type === 'integer'
    ? { ...range, ...definedOnly({ step: numberOf(draft.step) }) }
    : { ...range, ...definedOnly({ steps: numberOf(draft.steps) }), scale: draft.scale };
}

/**
 * Scenarios from rows that were copied from a spreadsheet. Tabs, commas or semicolons separate columns; an empty cell
 * means the base value.
 */
export function scenariosOf(text: string): Record<string, number | string>[] {
  const [head = [], ...lines] = text
    .split(/\r?\n/)
    .filter((line) => line.trim())
    .map((line) => line.split(/[\t,;]/).map((cell) => cell.trim()));
  return lines.map((cells) =>
    Object.fromEntries(
      head.flatMap((name, at) => {
        const cell = cells[at] ?? '';
        return name && cell ? [[name, scalarOf(cell)]] : [];
      }),
    ),
  );
}

export function matrixOf({ method, variables, list, samples, seed }: Draft): Matrix {
  if (method === 'list') return { method, scenarios: scenariosOf(list) };
  return {
    method,
    variables: variables.map(variableOf),
    ...(isSampled(method) && definedOnly({ samples: numberOf(samples), seed: numberOf(seed) })),
  };
}

/** True if no required field is empty, so that the server can count the scenarios. */
export function isComplete({ base, ...draft }: Draft): boolean {
  if (!base) return false;
  if (draft.method === 'list')
    return scenariosOf(draft.list).some((values) => Object.keys(values).length > 0);
  if (isSampled(draft.method) && numberOf(draft.samples) === undefined) return false;
  return draft.variables.length > 0 && draft.variables.every((variable) => isWhole(variable, draft.method));
}

function isWhole({ name, type, min, max, steps, values }: VariableDraft, method: Method): boolean {
  if (!name.trim()) return false;
  if (type === 'discrete' || type === 'categorical') return values.trim() !== '';
  const hasRange = numberOf(min) !== undefined && numberOf(max) !== undefined;
  return hasRange && (type === 'integer' || isSampled(method) || numberOf(steps) !== undefined);
}

export const submissionOf = (draft: Draft): ExperimentBody => ({
  name: draft.name.trim(),
  base_scenario_id: draft.base,
  scenario_matrix: matrixOf(draft),
  ...definedOnly({ timeout_per_scenario: numberOf(draft.timeout), max_parallel: numberOf(draft.parallel) }),
});

/** Message of the server's validation, reworded for users. */
export const inPlainWords = (message: string): string =>
  message
    .replace(/^Input should be less than or equal to /, 'At most ')
    .replace(/^Input should be greater than or equal to /, 'At least ')
    .replace(/^Input should be greater than /, 'More than ')
    .replace(/^Input should be a valid integer$/, 'Give a whole number')
    .replace(/^Input should be a valid /, 'Give a ')
    .replace(/^Field required$/, 'Required');
