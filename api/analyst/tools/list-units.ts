/** Tools that list units over all hours: commitment and costs. */
import { object } from 'yup';
import { intervalsPerHour } from '../../../temporal/case/arithmetic/intervals.ts';
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import { committedUnits, unitEvents } from '../../../temporal/case/explain/commitment-schedule.ts';
import { penalties, renewableCosts, unitCosts } from '../../../temporal/case/explain/costs.ts';
import { counted, firstMost, mostTelling, said } from '../../../temporal/case/explain/figures.ts';
import { horizonFacts } from '../../../temporal/case/explain/interval-words.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import {
  aboutOf,
  generatorField,
  hourField,
  knownGenerator,
  knownHour,
  scheduleOf,
  solveFields,
} from './find-solve.ts';
import { defineTool, type ToolResult } from './tool.ts';

const MOST_COSTS = 120;
const MOST_OTHERS = 15;
const MAX_RECORDS = 150;
const MAX_UNITS = 100;
const MAX_EVENTS = 50;

export const getCommitment = defineTool({
  name: 'get_commitment',
  description:
    'Which generators are on: hours on, starts, stops and start-up costs per generator; with an hour, which are on then.',
  parameters: object({ ...solveFields(), generator: generatorField(), hour: hourField() }).exact(),
  run: async (args, context) => {
    const solve = await scheduleOf(args, context);
    const { payload, result } = solve;
    const name = knownGenerator(args.generator, payload.generators);
    const hour = knownHour(args.hour, payload.horizon);
    const generators = payload.generators.filter((unit) => (name ?? unit.name) === unit.name);
    const chosen = { ...payload, generators };
    const { statement, data } = hour === undefined ? overHours(chosen, result) : inHour(chosen, result, hour);
    return { statement, data: { ...aboutOf(solve), ...data } };
  },
});

function inHour(
  { generators }: SolvePayload,
  { commitment, startup }: SolveResult,
  hour: number,
): ToolResult {
  const all = generators.map(({ name, bus }) => ({
    generator: name,
    bus: `bus_${bus}`,
    hour,
    on: amountAt(commitment[name], hour),
    starts: amountAt(startup[name], hour),
  }));
  const units_on = all.filter(({ on }) => on === 1).length;
  const [first] = all;
  const statement =
    first && all.length === 1
      ? `At hour ${hour} generator ${first.generator} is ${first.on === 1 ? 'on' : 'off'}.`
      : `At hour ${hour} ${units_on} of ${counted(all.length, 'generator')} are on.`;
  const shown = mostTelling(all, ({ on, starts }) => on + starts, MAX_RECORDS);
  return { statement, data: { hour, units: all.length, units_on, ...shown } };
}

function overHours(payload: SolvePayload, result: SolveResult): ToolResult {
  const units = committedUnits(payload, result);
  const all = payload.generators.flatMap((unit) => unitEvents(unit, result, intervalsPerHour(payload)));
  const toldUnits = mostTelling(units, ({ starts, hours_on }) => 1e4 * starts + hours_on, MAX_UNITS);
  const events = mostTelling(all, ({ startup_cost_usd }) => startup_cost_usd, MAX_EVENTS);
  const starts = all.filter(({ event }) => event === 'start').length;
  const stops = all.length - starts;
  const [first] = units;
  const statement =
    first && units.length === 1
      ? `Generator ${first.generator} at ${first.bus} is on in ${first.hours_on} of ${counted(payload.horizon, 'hour')}, with ${counted(starts, 'start')} for ${said(first.startup_cost_usd)} $ and ${counted(stops, 'stop')}.`
      : `${counted(units.length, 'generator')} have ${counted(starts, 'start')} and ${counted(stops, 'stop')} in ${counted(payload.horizon, 'hour')}.`;
  return {
    statement,
    data: {
      ...horizonFacts(payload),
      units: units.length,
      starts,
      stops,
      generators: toldUnits.records,
      events: events.records,
      omitted: toldUnits.omitted + events.omitted,
    },
  };
}

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
    const shown = mostTelling(units, ({ total_usd }) => Math.abs(total_usd), MOST_COSTS);
    const renewables = mostTelling(
      renewableCosts(payload, result),
      (row) => Math.abs(row.energy_usd),
      MOST_OTHERS,
    );
    const paid = mostTelling(penalties(payload, result), ({ penalty_usd }) => penalty_usd, MOST_OTHERS);
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
        generators: shown.records,
        omitted: shown.omitted + renewables.omitted + paid.omitted,
      },
    };
  },
});
