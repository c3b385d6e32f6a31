/** Tool: which units are on, when they start and stop. */
import { object } from 'yup';
import { perInterval } from '../../../temporal/case/arithmetic/intervals.ts';
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import { committedUnits } from '../explain/commitment-schedule.ts';
import { counted, mostTelling, said } from '../explain/figures.ts';
import { horizonFacts } from '../explain/interval-words.ts';
import { unitEvents } from '../explain/unit-events.ts';
import { generatorField, hourField, knownGenerator, knownHour, solveFields } from './arguments.ts';
import { aboutOf, scheduleOf } from './find-solve.ts';
import { defineTool, type ToolResult } from './tool.ts';

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
  const told = mostTelling(all, ({ on, starts }) => on + starts, MAX_RECORDS);
  return { statement, data: { hour, units: all.length, units_on, ...told } };
}

function overHours(payload: SolvePayload, result: SolveResult): ToolResult {
  const units = committedUnits(payload, result);
  const all = perInterval(payload).generators.flatMap((unit) => unitEvents(unit, result));
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
