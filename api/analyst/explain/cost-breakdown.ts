/** Cost of operation of a schedule by kind and by element, its penalties and its objective. */
import type { Explainer } from './artifact.ts';
import { penalties, renewableCosts, unitCosts } from './cost-rows.ts';
import { firstMost, mostTelling, said } from './figures.ts';

const MAX_UNITS = 500;

export const costBreakdown: Explainer = (payload, result) => {
  const { cost_breakdown: costs, total_cost_usd, objective_value } = result;
  if (costs === null || total_cost_usd === null || objective_value === null) return undefined;
  const units = unitCosts(payload, result);
  const dearest = firstMost(units, ({ total_usd }) => total_usd);
  const { records, omitted } = mostTelling(units, ({ total_usd }) => Math.abs(total_usd), MAX_UNITS);
  const penalized = penalties(payload, result);
  const share = dearest && total_cost_usd > 0 ? (100 * dearest.total_usd) / total_cost_usd : null;
  const largest = firstMost(penalized, ({ penalty_usd }) => penalty_usd);
  const sentences = [
    `The cost of operation is ${said(total_cost_usd)} $: ${said(costs.energy_usd)} $ for energy, ${said(costs.no_load_usd)} $ no-load and ${said(costs.startup_usd)} $ for start-ups${costs.shutdown_usd ? `, and ${said(costs.shutdown_usd)} $ for stops` : ''}.`,
    dearest && share !== null
      ? `Generator ${dearest.generator} costs most, ${said(dearest.total_usd)} $ or ${said(share)} % of the cost of operation.`
      : '',
    dearest
      ? `Of that, generator ${dearest.generator} takes ${said(dearest.energy_usd)} $ for energy, ${said(dearest.no_load_usd)} $ no-load and ${said(dearest.startup_usd)} $ for start-ups.`
      : '',
    costs.penalty_usd > 0
      ? `Penalties of ${said(costs.penalty_usd)} $ come on top${costs.stored_value_usd ? '' : ` and bring the objective to ${said(objective_value)} $`}.`
      : '',
    costs.stored_value_usd
      ? `The energy left in storage is worth ${said(costs.stored_value_usd)} $, by which the objective is less: ${said(objective_value)} $.`
      : '',
    largest
      ? `The largest penalty is ${said(largest.penalty_usd)} $ for ${said(largest.energy_mwh)} MWh of ${largest.kind.replace('_', ' ')} at ${largest.element_id}.`
      : '',
  ];
  return {
    type: 'cost_breakdown',
    title: 'Cost by kind and by unit',
    statement: sentences.filter(Boolean).join(' '),
    data: {
      total_cost_usd,
      objective_value_usd: objective_value,
      ...costs,
      ...(share !== null && { largest_share_percent: share }),
      generators: records,
      renewables: renewableCosts(payload, result),
      penalties: penalized,
      omitted,
    },
  };
};
