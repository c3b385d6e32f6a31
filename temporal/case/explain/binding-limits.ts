/** Limits that have a price in an hour: limits of lines, and limits of interfaces in the same form. */
import { amountAt, valueAt } from '../arithmetic/series.ts';
import type { BindingConstraint } from '../messages/result.ts';
import type { Interface } from '../schema.ts';
import type { CaseView, ScheduleView } from './views.ts';

/** A binding limit. For an interface, `line_id` is the id of the interface. */
export interface BindingLimit extends BindingConstraint {
  /** Lines of an interface, with the factors of their flows; absent for a line. */
  readonly parts?: Interface['lines'];
}

export const limitsAt = (caseView: CaseView, schedule: ScheduleView, hour: number): BindingLimit[] => [
  ...schedule.binding_constraints.filter((limit) => limit.hour === hour),
  ...(caseView.interfaces ?? []).flatMap((item): BindingLimit[] => {
    const price = amountAt(schedule.interface_shadow_price_usd_per_mwh?.[item.id], hour);
    if (price === 0) return [];
    return [
      {
        line_id: item.id,
        contingency_id: item.contingency ?? null,
        hour,
        flow_mw: amountAt(schedule.interface_flow_mw?.[item.id], hour),
        limit_mw: valueAt(price < 0 ? item.p_min_mw : item.p_max_mw, hour) ?? 0,
        shadow_price_usd_per_mwh: -price,
        parts: item.lines,
      },
    ];
  }),
];
