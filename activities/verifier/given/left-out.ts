/** What was left out of a schedule, as it is noted, and how the gaps of a field are filled. */
import type { Series } from '../../../temporal/case/messages/result.ts';
import type { NotJudged } from '../../../temporal/case/messages/verification.ts';
import { own } from '../schedule/series.ts';

export interface LeftOut {
  readonly derived: Set<string>;
  readonly missing: string[];
  /** Parts of the schedule that no check judges. */
  readonly notJudged: NotJudged[];
  /** Whether the schedule says which limits have a price. */
  readonly hasBindings: boolean;
}

/** The series that were given, and for items without one that which `derive` finds. */
export function fill<Item extends { readonly name: string }>(
  { derived, missing }: LeftOut,
  field: string,
  given: Series | undefined,
  items: readonly Item[],
  derive: (item: Item) => readonly number[] | undefined,
): Series {
  const series: Series = { ...given };
  for (const item of items) {
    if (own(series, item.name)) continue;
    const found = derive(item);
    if (!found) missing.push(`${field}.${item.name}`);
    else {
      series[item.name] = [...found];
      derived.add(field);
    }
  }
  return series;
}
