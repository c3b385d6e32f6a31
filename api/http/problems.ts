/** Translates yup's errors to the wording of Pydantic v2, which API clients can parse. */
import { reach, type Schema, type ValidationError } from 'yup';

/** One rejected field: where it is and what is wrong with it. */
export interface FieldProblem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  /** Machine-readable kind of the problem, for example `missing`, `float_type`, `enum`. */
  readonly type: string;
}

export type Part = 'body' | 'query' | 'path';
type Loc = FieldProblem['loc'];
type Wording = Pick<FieldProblem, 'msg' | 'type'>;
type Params = Readonly<Record<string, unknown>>;

/** Maximum number of problems in one reply. */
const MAX_PROBLEMS = 100;

const wording = (type: string, msg: string): Wording => ({ type, msg });

/** Name of the failed yup test -> wording of the problem. */
const WORDINGS: Readonly<Record<string, (params: Params, value: unknown) => Wording>> = {
  optionality: () => wording('missing', 'Field required'),
  nullable: () => wording('missing', 'Field required'),
  required: () => size('short', 'least', 1, ''),
  oneOf: ({ resolved }) => wording('enum', `Input should be ${list(resolved)}`),
  integer: () => wording('int_type', 'Input should be a valid integer'),
  min: ({ min, more }, value) => {
    if (typeof value !== 'number') return size('short', 'least', min, value);
    return more === undefined
      ? wording('greater_than_equal', `Input should be greater than or equal to ${min}`)
      : wording('greater_than', `Input should be greater than ${more}`);
  },
  max: ({ max, less }, value) => {
    if (typeof value !== 'number') return size('long', 'most', max, value);
    return less === undefined
      ? wording('less_than_equal', `Input should be less than or equal to ${max}`)
      : wording('less_than', `Input should be less than ${less}`);
  },
  length: ({ length }, value) => wording('value_error', `${noun(value)} should have a length of ${length}`),
  matches: ({ regex }) =>
    wording('string_pattern_mismatch', `String should match pattern '${source(regex)}'`),
  uuid: () => wording('uuid_parsing', 'Input should be a valid UUID'),
  email: () => wording('value_error', 'Input should be a valid email address'),
  url: () => wording('url_parsing', 'Input should be a valid URL'),
  datetime: timestamp,
  datetime_offset: timestamp,
  datetime_precision: timestamp,
  noUnknown: () => wording('extra_forbidden', 'Extra inputs are not permitted'),
};

/** Type that a field should have -> wording of the problem, in JSON and as text in a query or path. */
const TYPES: Readonly<Record<string, { json: Wording; text: Wording }>> = {
  integer: {
    json: wording('int_type', 'Input should be a valid integer'),
    text: wording('int_parsing', 'Input should be a valid integer, unable to parse string as an integer'),
  },
  number: {
    json: wording('float_type', 'Input should be a valid number'),
    text: wording('float_parsing', 'Input should be a valid number, unable to parse string as a number'),
  },
  boolean: {
    json: wording('bool_type', 'Input should be a valid boolean'),
    text: wording('bool_parsing', 'Input should be a valid boolean, unable to interpret input'),
  },
  string: same(wording('string_type', 'Input should be a valid string')),
  array: same(wording('list_type', 'Input should be a valid list')),
  object: same(wording('dict_type', 'Input should be a valid dictionary')),
};

/** All problems of one part of a request, in the order of its fields. */
export function toProblems(
  schema: Schema,
  part: Part,
  errors: readonly ValidationError[],
  say: (loc: Loc) => Loc,
): FieldProblem[] {
  const problems = errors.slice(0, 2 * MAX_PROBLEMS).map(
    (leaf): FieldProblem => ({
      loc: [part, ...say(segments(leaf.path ?? ''))],
      ...word(schema, part, leaf),
    }),
  );
  return problems.filter(isNews).slice(0, MAX_PROBLEMS);
}

/** False for a problem that repeats an earlier one: several yup tests may report the same problem of a field. */
const isNews = (problem: FieldProblem, index: number, all: readonly FieldProblem[]): boolean => {
  const before = all[index - 1];
  return before?.msg !== problem.msg || before.loc.join() !== problem.loc.join();
};

function word(schema: Schema, part: Part, leaf: ValidationError): Wording {
  const { path = '', type = 'value_error' } = leaf;
  const params: Params = leaf.params ?? {};
  if (type === 'typeError') {
    // The schema is described for numbers only, because a description takes as long as a hundred checks.
    const isWhole = params['type'] === 'number' && isInteger(schema, path);
    const words = TYPES[isWhole ? 'integer' : String(params['type'])] ?? TYPES['object'];
    return (part === 'body' ? words?.json : words?.text) ?? wording('value_error', 'Input is invalid');
  }
  const hasOwnMessage = !leaf.message.startsWith(path || 'this');
  const general = WORDINGS[type]?.(params, leaf.value) ?? wording(type, 'Input is invalid');
  return hasOwnMessage ? { ...general, msg: leaf.message } : general;
}

/** True if the schema has the test `integer`; yup gives integers the type `number`. */
function isInteger(schema: Schema, path: string): boolean {
  if (path === '') return false;
  const field = reach(schema, path).describe();
  return 'tests' in field && field.tests.some(({ name }) => name === 'integer');
}

/**
 * Segments of a path: `loads[0].values` -> ['loads', 0, 'values']; `commitment["unit 1.a"]` -> ['commitment', 'unit
 * 1.a'].
 */
const segments = (path: string): Loc =>
  [...path.matchAll(/\[(\d+)\]|\["([^"]*)"\]|[^.[\]]+/g)].map(([text, index, key]) =>
    index === undefined ? (key ?? text) : Number(index),
  );

function size(kind: 'short' | 'long', bound: 'least' | 'most', limit: unknown, value: unknown): Wording {
  const [prefix, unit] = Array.isArray(value) ? ['', 'item'] : ['string_', 'character'];
  const plural = limit === 1 ? unit : `${unit}s`;
  return wording(`${prefix}too_${kind}`, `${noun(value)} should have at ${bound} ${limit} ${plural}`);
}

const noun = (value: unknown): string => (Array.isArray(value) ? 'List' : 'String');

/** Alternatives in words: 'a', 'b' or 'c'. */
function list(values: unknown): string {
  const quoted = Array.isArray(values)
    ? values.map((v) => (typeof v === 'string' ? `'${v}'` : String(v)))
    : [];
  const last = quoted.pop() ?? '';
  return quoted.length > 0 ? `${quoted.join(', ')} or ${last}` : last;
}

const source = (regex: unknown): string => (regex instanceof RegExp ? regex.source : String(regex));

function timestamp(): Wording {
  return wording('datetime_parsing', 'Input should be a valid ISO 8601 timestamp');
}

function same(words: Wording) {
  return { json: words, text: words };
}
