/**
 * The scenario matrix of an experiment: which variables vary, over which values, and how the values of
 * several variables are combined.
 *
 * @module
 */
import {
  array,
  type InferType,
  mixed,
  number,
  object,
  string,
  type TestContext,
  type ValidationError,
} from 'yup';
import { finite } from './units.ts';

export const MATRIX_METHODS = ['grid', 'list', 'one_at_a_time', 'random', 'lhs', 'sobol'] as const;
export type MatrixMethod = (typeof MATRIX_METHODS)[number];

/** Methods that draw `samples` points instead of walking through levels. */
export const SAMPLED_METHODS: readonly MatrixMethod[] = ['random', 'lhs', 'sobol'];

export const VARIABLE_TYPES = ['continuous', 'integer', 'discrete', 'categorical'] as const;
export type VariableType = (typeof VARIABLE_TYPES)[number];

/** What a value does to the numbers it changes. */
export const CHANGE_MODES = ['multiply', 'add', 'absolute'] as const;
export type ChangeMode = (typeof CHANGE_MODES)[number];

/** Most variables of one matrix, and most levels of one variable. */
const MAX_VARIABLES = 20;
const MAX_LEVELS = 1000;

export const variableSchema = object({
  name: string().required().max(200).meta({
    description:
      'load*, fuel* or *cost*, wind* or solar*, *line* or *limit*, an exact path such as generators.G1.p_max, solver or mip_gap',
  }),
  type: string().oneOf(VARIABLE_TYPES).required(),
  min: finite().optional().meta({ description: 'continuous, integer: least value' }),
  max: finite().optional().meta({ description: 'continuous, integer: largest value' }),
  steps: number()
    .integer()
    .min(1)
    .max(MAX_LEVELS)
    .optional()
    .meta({ description: 'continuous: number of values, both ends included' }),
  step: number().integer().min(1).optional().meta({ description: 'integer: distance of values; default 1' }),
  scale: string()
    .oneOf(['linear', 'log'] as const)
    .optional()
    .meta({ description: 'continuous: how values are spaced; default linear' }),
  values: array(mixed<number | string>(isScalar).required())
    .min(1)
    .max(MAX_LEVELS)
    .optional()
    .meta({ description: 'discrete: numbers; categorical: strings' }),
  mode: string().oneOf(CHANGE_MODES).optional().meta({
    description: 'Default multiply for patterns, absolute for exact paths',
  }),
}).test('complete', '', isComplete);
export type Variable = InferType<typeof variableSchema>;

export const scenarioMatrixSchema = object({
  method: string().oneOf(MATRIX_METHODS).required(),
  variables: array(variableSchema).min(1).max(MAX_VARIABLES).required(),
  scenarios: array(mixed<Record<string, number | string>>(isValues).required()).optional().meta({
    description: 'list: at least one; the value of each variable, one left out stays as in the base',
  }),
  samples: number()
    .integer()
    .min(1)
    .optional()
    .meta({ description: 'random, lhs, sobol: how many scenarios' }),
  seed: number().integer().min(0).max(4294967295).optional().meta({
    description: 'random, lhs, sobol: same seed, same scenarios; default 0',
  }),
})
  .test('variables', '', hasDistinctNames)
  .test('method', '', suitsMethod);
export type ScenarioMatrix = InferType<typeof scenarioMatrixSchema>;

/** Tests of a whole see it before its parts have been checked: whatever is malformed is left to those. */
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const records = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) && value.every(isRecord) ? value : [];

function isScalar(value: unknown): value is number | string {
  return typeof value === 'string' || Number.isFinite(value);
}

function isValues(value: unknown): value is Record<string, number | string> {
  return isRecord(value) && Object.values(value).every(isScalar);
}

type Check = true | ValidationError;
const at = (context: TestContext, field: string, message: string): ValidationError =>
  context.createError({ path: context.path ? `${context.path}.${field}` : field, message });

function isComplete(this: TestContext, value: unknown, context: TestContext): Check {
  if (!isRecord(value)) return true;
  const { type, values } = value;
  if (type === 'discrete' || type === 'categorical') return hasLevels(type, values, context);
  return type === 'continuous' || type === 'integer' ? hasRange(type, value, context) : true;
}

function hasLevels(type: 'discrete' | 'categorical', values: unknown, context: TestContext): Check {
  const wanted = type === 'discrete' ? 'number' : 'string';
  if (values === undefined) return at(context, 'values', `Field required for a ${type} variable`);
  const wrong = Array.isArray(values) ? values.findIndex((level) => typeof level !== wanted) : -1;
  return wrong < 0 || at(context, `values[${wrong}]`, `A ${type} variable takes ${wanted}s`);
}

function hasRange(
  type: 'continuous' | 'integer',
  { min, max, scale }: Record<string, unknown>,
  context: TestContext,
): Check {
  if (min === undefined) return at(context, 'min', `Field required for ${type} variables`);
  if (max === undefined) return at(context, 'max', `Field required for ${type} variables`);
  if (typeof min !== 'number' || typeof max !== 'number') return true;
  if (max < min) return at(context, 'max', 'Should not be below min');
  if (type === 'integer' && !Number.isInteger(min)) return at(context, 'min', 'Should be an integer');
  if (type === 'integer' && !Number.isInteger(max)) return at(context, 'max', 'Should be an integer');
  return scale !== 'log' || min > 0 || at(context, 'min', 'Should be above 0 on a log scale');
}

function hasDistinctNames(this: TestContext, value: unknown, context: TestContext): Check {
  const names = isRecord(value) ? records(value['variables']).map(({ name }) => name) : [];
  const twice = names.findIndex((name, position) => names.indexOf(name) < position);
  return twice < 0 || at(context, `variables[${twice}].name`, `${names[twice]} is given twice`);
}

function suitsMethod(this: TestContext, value: unknown, context: TestContext): Check {
  if (!isRecord(value)) return true;
  const variables = records(value['variables']);
  const method = MATRIX_METHODS.find((known) => known === value['method']);
  if (method === undefined) return true;
  if (method === 'list') return namesKnown(variables, value['scenarios'], context);
  if (SAMPLED_METHODS.includes(method)) {
    return value['samples'] !== undefined || at(context, 'samples', `Field required for method ${method}`);
  }
  const open = variables.findIndex(({ type, steps }) => type === 'continuous' && steps === undefined);
  return open < 0 || at(context, `variables[${open}].steps`, `Field required for method ${method}`);
}

function namesKnown(
  variables: readonly Record<string, unknown>[],
  scenarios: unknown,
  context: TestContext,
): Check {
  if (scenarios === undefined) return at(context, 'scenarios', 'Field required for method list');
  if (Array.isArray(scenarios) && scenarios.length === 0) {
    return at(context, 'scenarios', 'Method list takes at least one scenario');
  }
  const known = new Set(variables.map(({ name }) => name));
  for (const [index, values] of records(scenarios).entries()) {
    const unknown = Object.keys(values).find((name) => !known.has(name));
    if (unknown !== undefined) {
      return at(context, `scenarios[${index}]`, `${unknown} is not one of the variables`);
    }
  }
  return true;
}
