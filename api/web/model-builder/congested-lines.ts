/** What is said of the lines of a run in its drawing (pure). */
import type { Reply } from '../../client/client.ts';
import type { Shown } from '../network/scene.ts';

export type LineRow = Reply<'getModelBuilderExecutionsByExecutionIdReport'>['lines'][number];

/** More texts would hide the drawing. */
const MOST_TEXTS = 12;

/** `rows`: largest rent first. Each has the colour of its hours, the first ones also say their rent. */
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
