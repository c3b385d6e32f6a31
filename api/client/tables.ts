/**
 * Tables of results and of runs with their titles; the compiler refuses a list that lacks a table of the API document.
 */
import type { operations, Reply } from './client.ts';

type Result = Extract<Reply<'getModulesAnalystSolveByJobIdResults'>, { readonly solve_time_s: number }>;
export type ResultQuery = NonNullable<
  operations['getModulesAnalystSolveByJobIdResults']['parameters']['query']
>;
export type RunQuery = NonNullable<
  operations['getModelBuilderExecutionsByExecutionIdExport']['parameters']['query']
>;
export type ResultTable = NonNullable<ResultQuery['table']>;
export type RunTable = NonNullable<RunQuery['table']>;

/**
 * Tables of a result. `field`: field of the result that the table shows; if the field is absent, the table is empty.
 */
export const RESULT_TABLES: Readonly<
  Record<ResultTable, { readonly text: string; readonly field?: keyof Result }>
> = {
  dispatch: { text: 'Output of every unit' },
  commitment: { text: 'Units on and off' },
  startup: { text: 'Starts' },
  lmp: { text: 'Prices by bus, with energy, congestion and loss' },
  costs: { text: 'Operating cost by part, penalties and objective' },
  settlement: { text: 'Earnings, costs and uplift of every participant', field: 'settlement' },
  convex_hull_prices: { text: 'Convex hull prices by bus', field: 'convex_hull_price_usd_per_mwh' },
  flows: { text: 'Line flows', field: 'flows_mw' },
  dc_flows: { text: 'Power of DC lines', field: 'dc_flow_mw' },
  phase_shifts: { text: 'Angles of phase shifters', field: 'phase_shift_deg' },
  interfaces: { text: 'Flows of interfaces, with shadow prices', field: 'interface_flow_mw' },
  binding_constraints: { text: 'Lines at their limits, with shadow prices', field: 'binding_constraints' },
  overflow: { text: 'Overflow of soft lines', field: 'overflow_mw' },
  reserves: { text: 'Reserve and its prices', field: 'reserve_mw' },
  emissions: { text: 'CO2', field: 'generator_emissions_t' },
  co2_by_bus: { text: 'Marginal and average CO2 by bus', field: 'average_co2_t_per_mwh' },
  fuel: { text: 'Consumption of limited fuels', field: 'fuel_used_mmbtu' },
  storage: { text: 'Storage', field: 'storage' },
  renewables: { text: 'Renewables and curtailment', field: 'renewable_mw' },
  bids: { text: 'Accepted power of bids', field: 'bid_mw' },
  demand_response: {
    text: 'Reductions of demand response, and what comes back',
    field: 'demand_response_mw',
  },
  unserved: { text: 'Load not served', field: 'unserved_mw' },
  losses: { text: 'Losses', field: 'losses_mw' },
  certificate: { text: 'Checks of the certificate', field: 'certificate' },
  convergence: { text: 'Best objective and bound over the time of the search', field: 'convergence' },
};

export const RUN_TABLES: Readonly<Record<RunTable, string>> = {
  dispatch: 'Output',
  commitment: 'Units on and off',
  lmp: 'Prices by bus',
  flows: 'Line flows',
  interfaces: 'Interfaces',
  bids: 'Bids',
  demand_response: 'Demand response',
  reserves: 'Reserve by unit',
  reserve_products: 'Reserve products',
  storage: 'Storage',
  curtailment: 'Curtailment',
  unserved: 'Load not served',
  costs: 'Cost by part',
  fuel: 'Fuel and CO2',
  days: 'Days',
};

/** Typed `Object.keys`. */
export const namesOf = <Name extends string>(tables: Readonly<Record<Name, unknown>>): Name[] =>
  Object.keys(tables) as Name[];
