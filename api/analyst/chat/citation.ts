/** Source of a figure in an answer, for clients: its place in a tool's result, and the cell of a job's result. */
import { type InferType, number, object, string } from 'yup';
import { TABLES, type TableName } from '../../solve/tables.ts';
import type { GroundedFigure } from '../grounding/ground.ts';

/**
 * Element type -> field of tool results that holds its name. The first of these fields in a record names the subject of
 * the record.
 */
const ELEMENTS = [
  ['generator', 'generator'],
  ['renewable', 'renewable'],
  ['storage', 'storage'],
  ['line', 'line_id'],
  ['bus', 'bus'],
] as const;
type ElementType = (typeof ELEMENTS)[number][0];
const ELEMENT_TYPES = ELEMENTS.map(([type]) => type);

/** Field of a cell reference; null for a figure that is not a single cell of a table, such as a total. */
const cell = <T extends string>(values: readonly T[]) => string().oneOf(values).nullable().defined();

const source = object({
  job_id: string().required(),
  table: cell(TABLES).meta({ description: 'Table of the result of the job' }),
  element_type: cell(ELEMENT_TYPES),
  element_id: string().nullable().defined(),
  hour: number().integer().nullable().defined(),
});

export const citationSchema = object({
  text: string().required().meta({ description: 'The figure as written in the answer' }),
  tool: string().required().meta({
    description: 'Tool that returned it; `question` or `history` if it was stated in the conversation',
  }),
  path: string().required().meta({ description: 'Place in the result of the tool' }),
  value: number().required(),
  source: source.nullable().default(null).meta({
    description:
      'The result cell the figure comes from; null if it came from the question or belongs to no job',
  }),
});
export type Citation = InferType<typeof citationSchema>;

/** Tool -> the table that it reads. */
const TABLE_OF: Readonly<Record<string, TableName>> = {
  get_lmp: 'lmp',
  get_dispatch: 'dispatch',
  get_commitment: 'commitment',
  get_binding_constraints: 'binding_constraints',
  get_cost_breakdown: 'costs',
};
/** Element type -> table of its figures, in data about dispatch and prices. */
const TABLE_OF_ELEMENT: Readonly<Record<ElementType, TableName>> = {
  generator: 'dispatch',
  renewable: 'renewables',
  storage: 'storage',
  line: 'binding_constraints',
  bus: 'lmp',
};

export function toCitation({ text, tool, path, value, labels }: GroundedFigure): Citation {
  const cited = { text, tool, path, value };
  // Fields named `base_...` hold figures of the original job, in answers for which the case was solved again.
  const isOfBase = /(?:^|\.)base_[^.]*$/.test(path);
  const job = (isOfBase ? labels.get('base_job_id') : undefined) ?? labels.get('job_id');
  if (typeof job !== 'string') return { ...cited, source: null };
  const [type, label] = ELEMENTS.find(([, name]) => labels.has(name)) ?? [null, ''];
  const hour = labels.get('hour');
  const table = TABLE_OF[tool] ?? null;
  return {
    ...cited,
    source: {
      job_id: job,
      table: type && (table === 'dispatch' || table === 'lmp') ? TABLE_OF_ELEMENT[type] : table,
      element_type: type,
      element_id: type && String(labels.get(label)),
      hour: typeof hour === 'number' ? hour : null,
    },
  };
}
