/** A contingency: the loss of elements that a schedule must survive. */
import { flag, list, text } from './attribute.ts';

/** Maximum number of elements that a contingency may lose. */
const MAX_LOST = 1000;

const lost = (description: string, aliases: readonly string[]) =>
  list(text().required(), description, { bounds: { most: MAX_LOST }, aliases });

export const CONTINGENCY = {
  id: text(undefined, { aliases: ['name'] }).required(),
  lines: lost('Ids of the lines lost', [
    'line',
    'line_id',
    'outage_line',
    'branch_contingency',
    'affected_lines',
  ]),
  generators: lost('Names of the generators lost', ['affected_generators']),
  enabled: flag(),
};
