/** Findings of a dry run, and fields refused by the server, in a common form. */
import type { Reply } from '../../client/client.ts';
import type { FieldProblem } from '../../client/problem.ts';
import { pathOf } from '../../client/problem.ts';
import { CASE_LISTS, listNamed } from './case-lists.ts';
import type { ElementName } from './case-model.ts';

type Finding = Reply<'postModulesAnalystSolveValidate'>['findings'][number];

export interface Mark {
  readonly severity: Finding['severity'];
  readonly message: string;
  /** Subject of the finding. */
  readonly about: string;
  /** Place in the tables of the case; undefined if the tables do not show it. */
  readonly list?: string | undefined;
  readonly index?: number | undefined;
  readonly field?: string | undefined;
}

/**
 * Mark of a field that the server refused. The place follows from the path, such as `['body', 'payload', 'generators',
 * 3, 'p_max']`.
 */
export function markOfField({ loc, msg }: FieldProblem): Mark {
  const [, , list, index, field] = loc;
  const about = pathOf(loc.slice(loc[1] === 'payload' ? 2 : 1));
  const mark: Mark = { severity: 'error', message: msg, about };
  if (typeof list !== 'string' || typeof index !== 'number' || !listNamed(list)) return mark;
  return { ...mark, list, index, field: typeof field === 'string' ? field : undefined };
}

/** Element of a finding; undefined if the tables do not show elements of its kind. */
export function elementOf({
  element_type,
  element_id,
}: Pick<Finding, 'element_type' | 'element_id'>): ElementName | undefined {
  const list = CASE_LISTS.find(({ name, element = name.replace(/s$/, '') }) => element === element_type);
  return list && element_id !== null ? { list: list.name, id: element_id } : undefined;
}

/** Mark of a finding. `index`: position of the element; negative if it is missing. */
export function markOfFinding(finding: Finding, index: number): Mark {
  const { severity, message, element_type, element_id, field } = finding;
  const about = element_id === null ? 'the whole case' : `${element_type} ${element_id}`;
  const list = elementOf(finding)?.list;
  return { severity, message, about, ...(list && index >= 0 && { list, index, field }) };
}

const ORDER: readonly Mark['severity'][] = ['error', 'warning', 'info'];

/** Marks grouped by subject, the most severe first. */
export function grouped(marks: readonly Mark[]): readonly (readonly Mark[])[] {
  const groups = new Map<string, Mark[]>();
  const sorted = marks.toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
  for (const mark of sorted) {
    const key = mark.list === undefined ? mark.about : `${mark.list} ${mark.index}`;
    groups.set(key, [...(groups.get(key) ?? []), mark]);
  }
  return [...groups.values()];
}
