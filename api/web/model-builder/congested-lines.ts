/** Colours and labels of congested lines in the drawing of a run (pure). */
import type { Reply } from '../../client/client.ts';
import type { Shown } from '../network/scene.ts';

export type LineRow = Reply<'getModelBuilderExecutionsByExecutionIdReport'>['lines'][number];

/** Maximum number of labels; a larger number would hide the drawing. */
const MOST_TEXTS = 12;

/**
 * Colours and labels of lines for the drawing. `rows`: lines, sorted by congestion rent, largest first. Colours show
 * the number of hours at a limit; labels show the rents of the first lines.
 */
export const lineValues = (
  rows: readonly LineRow[],
  money: (usd: number) => string,
): NonNullable<Shown['lineValues']> =>
  new Map(
    rows.map(({ line, binding_hours, congestion_rent_usd }, at) => [
      line,
      { value: binding_hours, text: at < MOST_TEXTS ? money(congestion_rent_usd) : '' },
    ]),
  );
