/** A limit that binds, in words: `line L13`, or `line L13 after contingency "lose L12"`. */
import type { BindingConstraint } from '../../../temporal/messages/result.ts';

export const bindingName = ({
  line_id,
  contingency_id,
}: Pick<BindingConstraint, 'line_id' | 'contingency_id'>): string =>
  contingency_id === null ? `line ${line_id}` : `line ${line_id} after contingency "${contingency_id}"`;
