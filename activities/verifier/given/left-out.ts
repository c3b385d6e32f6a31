/** Omissions of a given schedule, and the filling of gaps in a field. */
import type { Series } from '../../../temporal/case/messages/result.ts';
import type { NotJudged } from '../../../temporal/case/messages/verification.ts';
import { ownEntry } from '../schedule/series.ts';

export interface LeftOut {
  readonly derived: Set<string>;
  readonly missing: string[];
  /** Parts of the schedule that no check judges. */
  readonly notJudged: NotJudged[];
  /** True if the schedule gives `binding_constraints`. */
  readonly hasBindings: boolean;
}

/** The given series, and for items without one the series that `derive` computes. */
export function fill<Item extends { readonly name: string }>(
  { derived, missing }: LeftOut,
  field: string,
  given: Series | undefined,
  items: readonly Item[],
  derive: (item: Item) => readonly number[] | undefined,
): Series {
  const series: Series = { ...given };
  for (const item of items) {
    if (ownEntry(series, item.name)) continue;
    const derivedSeries = derive(item);
    if (!derivedSeries) missing.push(`${field}.${item.name}`);
    else {
      series[item.name] = [...derivedSeries];
      derived.add(field);
    }
  }
  return series;
}
