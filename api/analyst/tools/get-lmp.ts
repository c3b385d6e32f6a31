/** Tool: prices by bus and hour with their parts. */
import { object } from 'yup';
import { counted, firstMost, limited, said } from '../explain/figures.ts';
import { type PriceRow, priceRows, priceSentence, pricesByBus } from '../explain/price-rows.ts';
import { busField, hourField, knownBus, knownHour, solveFields } from './arguments.ts';
import { aboutOf, scheduleOf } from './find-solve.ts';
import { defineTool } from './tool.ts';

export const getLmp = defineTool({
  name: 'get_lmp',
  description:
    'Locational marginal prices, $/MWh, by bus and hour, each as energy + congestion + loss. Without bus and hour, a summary per bus and the highest prices.',
  parameters: object({ ...solveFields(), bus: busField(), hour: hourField() }).exact(),
  run: async (args, context) => {
    const solve = await scheduleOf(args, context);
    const { payload, result } = solve;
    const bus = knownBus(args.bus, Object.keys(result.lmp));
    const hour = knownHour(args.hour, payload.horizon);
    const rows = priceRows(result).filter(
      (row) => (bus ?? row.bus) === row.bus && (hour ?? row.hour) === row.hour,
    );
    const told = limited(rows, weight, pricesByBus, ({ max_price_usd_per_mwh }) => max_price_usd_per_mwh);
    return {
      statement: sentences(rows, told.omitted).join(' '),
      data: { ...aboutOf(solve), ...told },
    };
  },
});

const weight = ({ price_usd_per_mwh }: PriceRow): number => price_usd_per_mwh;

function sentences(rows: readonly PriceRow[], omitted: number): string[] {
  const highest = firstMost(rows, weight);
  const lowest = firstMost(rows, (row) => -weight(row));
  if (!highest || !lowest) return ['There are no prices.'];
  if (rows.length === 1) return [priceSentence(highest)];
  return [
    `The highest price is at ${highest.bus} at hour ${highest.hour}.`,
    priceSentence(highest),
    ...(omitted > 0
      ? [`${counted(omitted, 'record')} of lower prices are left out; the sums are over all.`]
      : [`The lowest price is ${said(weight(lowest))} $/MWh at ${lowest.bus} at hour ${lowest.hour}.`]),
  ];
}
