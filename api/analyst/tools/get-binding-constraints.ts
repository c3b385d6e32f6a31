/** Tool: line limits that bind, in all hours or in one. */
import { object } from 'yup';
import { bindingName } from '../explain/binding-constraints.ts';
import { type BindingRow, bindingLimits, bindingRows } from '../explain/binding-rows.ts';
import { counted, firstMost, limited, said } from '../explain/figures.ts';
import { horizonFacts } from '../explain/interval-words.ts';
import { hourField, knownHour, solveFields } from './arguments.ts';
import { aboutOf, scheduleOf } from './find-solve.ts';
import { defineTool } from './tool.ts';

export const getBindingConstraints = defineTool({
  name: 'get_binding_constraints',
  description:
    'Line limits that bind, in the base case (contingency_id null) or after a contingency, with flow, limit and shadow price by hour.',
  parameters: object({ ...solveFields(), hour: hourField() }).exact(),
  run: async (args, context) => {
    const solve = await scheduleOf(args, context);
    const { payload, result } = solve;
    const hour = knownHour(args.hour, payload.horizon);
    const rows = bindingRows(payload, result).filter((row) => (hour ?? row.hour) === row.hour);
    const told = limited(rows, weight, bindingLimits, ({ congestion_rent_usd }) => congestion_rent_usd);
    const about = { limits_binding: rows.length, ...horizonFacts(payload) };
    return {
      statement: sentences(rows, hour, payload.horizon).join(' '),
      data: {
        ...aboutOf(solve),
        ...about,
        ...(hour !== undefined && { hour }),
        ...told,
      },
    };
  },
});

const weight = ({ shadow_price_usd_per_mwh }: BindingRow): number => Math.abs(shadow_price_usd_per_mwh);

function sentences(rows: readonly BindingRow[], hour: number | undefined, horizon: number): string[] {
  const first = firstMost(rows, weight);
  const when = hour === undefined ? `in any of ${counted(horizon, 'hour')}` : `at hour ${hour}`;
  if (!first) return [`No line limit binds ${when}.`];
  return [
    `Over all hours asked for, limits bind ${counted(rows.length, 'time')}.`,
    `The largest shadow price is that of ${bindingName(first)} at hour ${first.hour}: ${said(first.shadow_price_usd_per_mwh)} $/MWh.`,
    `At hour ${first.hour} ${bindingName(first)} from ${first.from_bus} to ${first.to_bus} carries ${said(first.flow_mw)} MW at a limit of ${said(first.limit_mw)} MW.`,
  ];
}
