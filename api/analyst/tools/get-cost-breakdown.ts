/** Tool: what the schedule costs, in all or for one generator. */
import { object } from 'yup';
import { penalties, renewableCosts, unitCosts } from '../explain/cost-rows.ts';
import { counted, firstMost, mostTelling, said } from '../explain/figures.ts';
import { generatorField, knownGenerator, solveFields } from './arguments.ts';
import { aboutOf, scheduleOf } from './find-solve.ts';
import { defineTool } from './tool.ts';

const MAX_UNITS = 120;
const MAX_OTHERS = 15;

export const getCostBreakdown = defineTool({
  name: 'get_cost_breakdown',
  description:
    'Cost of operation of the schedule in $ (total_cost_usd: energy, no-load, start-ups, stops), in all and per generator; penalties of soft limits; the objective, which is both less the value of stored energy.',
  parameters: object({ ...solveFields(), generator: generatorField() }).exact(),
  run: async (args, context) => {
    const solve = await scheduleOf(args, context);
    const { payload, result } = solve;
    const name = knownGenerator(args.generator, payload.generators);
    const all = unitCosts(payload, result);
    const units = all.filter(({ generator }) => (name ?? generator) === generator);
    const told = mostTelling(units, ({ total_usd }) => Math.abs(total_usd), MAX_UNITS);
    const renewables = mostTelling(
      renewableCosts(payload, result),
      (row) => Math.abs(row.energy_usd),
      MAX_OTHERS,
    );
    const paid = mostTelling(penalties(payload, result), ({ penalty_usd }) => penalty_usd, MAX_OTHERS);
    const total_cost_usd = result.total_cost_usd ?? 0;
    const costs = result.cost_breakdown;
    const dearest = firstMost(units, ({ total_usd }) => total_usd);
    const sentences = [
      name === undefined && costs
        ? `The cost of operation is ${said(total_cost_usd)} $: ${said(costs.energy_usd)} $ for energy, ${said(costs.no_load_usd)} $ no-load and ${said(costs.startup_usd)} $ for start-ups; penalties are ${said(costs.penalty_usd)} $, the objective is ${said(result.objective_value ?? 0)} $.`
        : '',
      dearest
        ? `Generator ${dearest.generator} costs ${said(dearest.total_usd)} $${name === undefined ? ', the most of all' : ''}: ${said(dearest.energy_usd)} $ for ${said(dearest.energy_mwh)} MWh, ${said(dearest.no_load_usd)} $ no-load and ${said(dearest.startup_usd)} $ for ${counted(dearest.starts, 'start')}.`
        : '',
    ];
    return {
      statement: sentences.filter(Boolean).join(' '),
      data: {
        ...aboutOf(solve),
        total_cost_usd,
        ...(name === undefined && {
          objective_value_usd: result.objective_value,
          ...costs,
          renewables: renewables.records,
          penalties: paid.records,
        }),
        generators: told.records,
        omitted: told.omitted + renewables.omitted + paid.omitted,
      },
    };
  },
});
