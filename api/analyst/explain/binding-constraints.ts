/** Which line limits hold the schedule back, when, and at what price. */
import type { BindingConstraint } from '../../../temporal/case/messages/result.ts';
import { type Explainer, hasSchedule } from './artifact.ts';
import { bindingLimits, bindingRows } from './binding-rows.ts';
import { counted, mostTelling, round6, said, total } from './figures.ts';
import { horizonFacts } from './interval-words.ts';

const MAX_LIMITS = 200;
const MAX_RECORDS = 500;

export const bindingConstraints: Explainer = (payload, result) => {
  if (!hasSchedule(result) || !result.flows_mw) return undefined;
  const rows = bindingRows(payload, result);
  const limits = bindingLimits(rows);
  const told = mostTelling(rows, (row) => Math.abs(row.shadow_price_usd_per_mwh), MAX_RECORDS);
  const { horizon } = payload;
  const hours_binding = new Set(rows.map(({ hour }) => hour)).size;
  const rent = round6(total(limits.map(({ congestion_rent_usd }) => congestion_rent_usd)));
  const [first] = limits;
  const sentences = first
    ? [
        `${counted(limits.length, 'limit')} ${limits.length === 1 ? 'binds' : 'bind'} in ${hours_binding} of ${counted(horizon, 'hour')} and ${limits.length === 1 ? 'earns' : 'earn'} ${said(rent)} $ of congestion rent.`,
        `The largest rent is that of ${bindingName(first)} from ${first.from_bus} to ${first.to_bus}: ${said(first.congestion_rent_usd)} $ over ${counted(first.hours_binding, 'hour')}.`,
        `At hour ${first.hour} ${bindingName(first)} carries ${said(first.flow_mw)} MW at a limit of ${said(first.limit_mw)} MW.`,
        `At hour ${first.hour} the shadow price of ${bindingName(first)} is ${said(first.shadow_price_usd_per_mwh)} $/MWh.`,
      ]
    : [`No line limit binds in any of ${counted(horizon, 'hour')}.`];
  return {
    type: 'binding_constraints',
    title: 'Line limits that bind',
    statement: sentences.join(' '),
    data: {
      ...horizonFacts(payload),
      limits_binding: limits.length,
      hours_binding,
      congestion_rent_usd: rent,
      limits: limits.slice(0, MAX_LIMITS),
      records: told.records,
      omitted: told.omitted + Math.max(0, limits.length - MAX_LIMITS),
    },
  };
};

/** A limit that binds, in words: `line L13`, or `line L13 after contingency "lose L12"`. */
export const bindingName = ({
  line_id,
  contingency_id,
}: Pick<BindingConstraint, 'line_id' | 'contingency_id'>): string =>
  contingency_id === null ? `line ${line_id}` : `line ${line_id} after contingency "${contingency_id}"`;
