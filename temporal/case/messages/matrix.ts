/**
 * Scenario matrix of an experiment: the variables, their values, and the method that combines the values of several
 * variables.
 */
import { array, type InferType, mixed, number, object, string, type TestContext, ValidationError } from 'yup';
import { finite } from '../elements/units.ts';

export const MATRIX_METHODS = ['grid', 'list', 'one_at_a_time', 'random', 'lhs', 'sobol'] as const;
export type MatrixMethod = (typeof MATRIX_METHODS)[number];

/** Methods that draw `samples` points instead of combining levels. */
export const SAMPLED_METHODS: readonly MatrixMethod[] = ['random', 'lhs', 'sobol'];

export const VARIABLE_TYPES = ['continuous', 'integer', 'discrete', 'categorical'] as const;
export type VariableType = (typeof VARIABLE_TYPES)[number];

/** Modes by which a value changes numbers of the base. */
export const CHANGE_MODES = ['multiply', 'add', 'absolute'] as const;
export type ChangeMode = (typeof CHANGE_MODES)[number];

/** Maximum number of variables of a matrix. The next constant: maximum number of levels of a variable. */
const MAX_VARIABLES = 20;
const MAX_LEVELS = 1000;
/** Maximum number of scenarios of a list; a longer list is refused. */
const MAX_LISTED = 20_000;

const variableSchema = object({
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
  step: number()
    .integer()
    .min(1)
    .optional()
    .meta({ description: 'integer: distance between values; default 1' }),
  scale: string()
    .oneOf(['linear', 'log'] as const)
    .optional()
    .meta({ description: 'continuous: spacing of values; default linear' }),
  values: array(mixed<number | string>(isScalar).required())
    .min(1)
    .max(MAX_LEVELS)
    .optional()
    .meta({ description: 'discrete: numbers; categorical: strings' }),
  mode: string().oneOf(CHANGE_MODES).optional().meta({
    description: 'Default multiply for patterns, absolute for exact paths',
  }),
});
export type Variable = InferType<typeof variableSchema>;

export const scenarioMatrixSchema = object({
  method: string().oneOf(MATRIX_METHODS).required(),
  variables: array(variableSchema).min(1).max(MAX_VARIABLES).optional().meta({
    description:
      'Required except for list, where ranges and levels are ignored and names follow from the scenarios',
  }),
  scenarios: array(mixed<Record<string, number | string>>(isValues).required()).optional().meta({
    description:
      'list: at least one scenario, with the value of each variable; an omitted variable keeps its base value',
  }),
  samples: number()
    .integer()
    .min(1)
    .optional()
    .meta({ description: 'random, lhs, sobol: number of scenarios' }),
  seed: number().integer().min(0).max(4294967295).optional().meta({
    description: 'random, lhs, sobol: seed of the scenarios, equal seeds give equal scenarios; default 0',
  }),
})
  .test('variables', '', hasDistinctNames)
  .test('method', '', suitsMethod);
export type GivenMatrix = InferType<typeof scenarioMatrixSchema>;
/** A matrix with its variables, which may be absent from a list of scenarios. */
export type ScenarioMatrix = GivenMatrix & { variables: Variable[] };

/**
 * The tests below run before the parts of the matrix are validated. They therefore ignore malformed parts, which other
 * tests report.
 */
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
const at = (context: TestContext, field: string, message: string, type?: string): ValidationError =>
  context.createError({
    path: context.path ? `${context.path}.${field}` : field,
    message,
    ...(type && { type }),
  });

/** Reports an error in a field of one variable. */
type Wrong = (field: string, message: string) => Check;

function isComplete(value: Record<string, unknown>, wrong: Wrong): Check {
  const { type, values } = value;
  if (type === 'discrete' || type === 'categorical') return hasLevels(type, values, wrong);
  return type === 'continuous' || type === 'integer' ? hasRange(type, value, wrong) : true;
}

function hasLevels(type: 'discrete' | 'categorical', values: unknown, wrong: Wrong): Check {
  const expectedType = type === 'discrete' ? 'number' : 'string';
  if (values === undefined) return wrong('values', `Field required for a ${type} variable`);
  const odd = Array.isArray(values) ? values.findIndex((level) => typeof level !== expectedType) : -1;
  return odd < 0 || wrong(`values[${odd}]`, `A ${type} variable takes ${expectedType}s`);
}

function hasRange(
  type: 'continuous' | 'integer',
  { min, max, scale }: Record<string, unknown>,
  wrong: Wrong,
): Check {
  if (min === undefined) return wrong('min', `Field required for ${type} variables`);
  if (max === undefined) return wrong('max', `Field required for ${type} variables`);
  if (typeof min !== 'number' || typeof max !== 'number') return true;
  if (max < min) return wrong('max', 'Should not be below min');
  if (type === 'integer' && !Number.isInteger(min)) return wrong('min', 'Should be an integer');
  if (type === 'integer' && !Number.isInteger(max)) return wrong('max', 'Should be an integer');
  return scale !== 'log' || min > 0 || wrong('min', 'Should be above 0 on a log scale');
}

function hasDistinctNames(this: TestContext, value: unknown, context: TestContext): Check {
  const names = isRecord(value) ? records(value['variables']).map(({ name }) => name) : [];
  const distinct = new Set<unknown>();
  const twice = names.findIndex((name) => distinct.size === distinct.add(name).size);
  return twice < 0 || at(context, `variables[${twice}].name`, `${names[twice]} is given twice`);
}

function suitsMethod(this: TestContext, value: unknown, context: TestContext): Check {
  if (!isRecord(value)) return true;
  const method = MATRIX_METHODS.find((name) => name === value['method']);
  if (method === undefined) return true;
  if (method === 'list') return namesKnown(value['variables'], value['scenarios'], context);
  if (value['variables'] === undefined) return at(context, 'variables', 'Field required', 'optionality');
  const variables = records(value['variables']);
  const incomplete = variables.flatMap((variable, place) => {
    const checked = isComplete(variable, (field, message) =>
      at(context, `variables[${place}].${field}`, message),
    );
    return checked === true ? [] : [checked];
  });
  const [first] = incomplete;
  if (first && incomplete.length === 1) return first;
  if (incomplete.length > 0) return new ValidationError(incomplete, value, context.path);
  if (SAMPLED_METHODS.includes(method)) {
    return value['samples'] !== undefined || at(context, 'samples', `Field required for method ${method}`);
  }
  const open = variables.findIndex(({ type, steps }) => type === 'continuous' && steps === undefined);
  return open < 0 || at(context, `variables[${open}].steps`, `Field required for method ${method}`);
}

function namesKnown(variables: unknown, scenarios: unknown, context: TestContext): Check {
  if (scenarios === undefined) return at(context, 'scenarios', 'Field required for method list');
  if (!Array.isArray(scenarios) || scenarios.length > MAX_LISTED) return true;
  if (scenarios.length === 0) return at(context, 'scenarios', 'Method list takes at least one scenario');
  const variableNames = new Set(records(variables).map(({ name }) => name));
  const isOpen = variables === undefined;
  for (const [index, values] of records(scenarios).entries()) {
    const names = Object.keys(values);
    if (isOpen) for (const name of names) variableNames.add(name);
    if (variableNames.size > MAX_VARIABLES)
      return at(context, `scenarios[${index}]`, `More than ${MAX_VARIABLES} variables`);
    const unknown = names.find((name) => !variableNames.has(name));
    if (unknown !== undefined)
      return at(context, `scenarios[${index}]`, `${unknown} is not one of the variables`);
  }
  return variableNames.size > 0 || at(context, 'scenarios', 'No scenario names a variable');
}
