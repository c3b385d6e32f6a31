/** What a forced commitment changes, as data and in words (pure). */
import { withEmissionCosts } from '../../../temporal/case/arithmetic/emissions.ts';
import { intervalsPerHour, perInterval, toldInterval } from '../../../temporal/case/arithmetic/intervals.ts';
import type { Generator } from '../../../temporal/case/messages/generator.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import { diffResults } from '../../solve/diff.ts';
import type { Solve } from '../tools/find-solve.ts';
import type { ToolResult } from '../tools/tool.ts';
import type { Answer } from './ask.ts';
import { type OutputChange, outputChanges } from './changes.ts';
import { commitmentRun, sayRun } from './commitment-rules.ts';
import { compareCosts } from './compare-costs.ts';
import { sayCauses, sayCost, sayTolerance, sayUsd } from './sentences.ts';
import { isChange, type UnitChange, unitChanges } from './unit-changes.ts';

interface Forced {
  readonly base: Solve;
  readonly answer: Answer;
  readonly unit: Generator;
  readonly hour: number;
  /** The state in the base; the alternative has the opposite. */
  readonly on: boolean;
}

const MOST_UNITS = 10;
const MOST_SWITCHES = 30;

export function forcedAnswer(forced: Forced): ToolResult {
  const { base, answer, unit, hour, on } = forced;
  const { result } = answer;
  const facts = {
    generator: unit.name,
    hour,
    committed: Number(on),
    forced: Number(!on),
    scenario_id: base.job.scenario_id,
    base_job_id: base.job._id,
    job_id: answer.jobId,
    termination_status: result.termination_status,
    ...toldInterval(base.payload),
  };
  if (result.termination_status === 'INFEASIBLE') return infeasible(forced, facts);
  const cost = compareCosts(base.result, result, true);
  if (!cost) return unknown(forced, facts);
  const costed = withEmissionCosts(perInterval(base.payload)).generators;
  const units = unitChanges(costed, costed, base.result, result, intervalsPerHour(base.payload));
  const changed = units.filter((change) => change.generator !== unit.name && isChange(change));
  const own = units.filter(({ generator }) => generator === unit.name);
  const outputs = outputChanges(base.result, result, hour).slice(0, MOST_UNITS);
  const switches = diffResults(base.result, result).commitment;
  const run = runOf(forced, base.result);
  const how = `${unit.name} ${on ? 'off' : 'on'} in hour ${hour}`;
  const statement = [
    sayCost(how, cost),
    sayTolerance(how, cost),
    ...own.map(sayParts),
    ...changed.slice(0, 1).map(sayMost),
    ...outputs
      .filter(({ generator }) => generator !== unit.name)
      .slice(0, 1)
      .map(sayOutput),
    run.binding ? sayRun(run) : undefined,
  ];
  return {
    statement: statement
      .filter((sentence) => sentence !== undefined)
      .slice(0, 5)
      .join(' '),
    data: {
      ...facts,
      ...cost,
      own,
      others: changed.slice(0, MOST_UNITS),
      outputs,
      switches: switches.slice(0, MOST_SWITCHES),
      switches_total: switches.length,
      runs: [run],
    },
  };
}

function infeasible(forced: Forced, facts: object): ToolResult {
  const { base, answer, unit, hour, on } = forced;
  const causes = answer.result.infeasibility?.causes ?? [];
  const run = runOf(forced, base.result);
  const how = on ? 'without it on' : 'with it on';
  const statement = [
    `${unit.name} is ${on ? 'on' : 'off'} in hour ${hour} because there is no feasible schedule ${how}: ${sayCauses(causes)}.`,
    ...(run.binding ? [sayRun(run)] : []),
  ].join(' ');
  return { statement, data: { ...facts, causes, runs: [run] } };
}

function unknown({ answer, unit, hour, on }: Forced, facts: object): ToolResult {
  const how = `${unit.name} ${on ? 'off' : 'on'} in hour ${hour}`;
  const limit_s = Math.round(answer.result.solve_time_s);
  const statement = `No schedule with ${how} was found within ${limit_s} s: neither its cost nor whether there is one is known.`;
  return { statement, data: { ...facts, limit_s } };
}

const runOf = ({ base, unit, hour }: Forced, { commitment }: SolveResult) =>
  commitmentRun(unit, commitment[unit.name] ?? [], hour, intervalsPerHour(base.payload));

/** The parts of the cost of the unit itself that change. */
function sayParts(unit: UnitChange): string | undefined {
  const parts = [
    ['energy', unit.base_energy_usd, unit.energy_usd],
    ['no-load cost', unit.base_no_load_usd, unit.no_load_usd],
    ['start-ups', unit.base_startup_usd, unit.startup_usd],
  ] as const;
  const changed = parts.filter(([, from, to]) => from !== to);
  const said = changed.map(([what, from, to]) => `from ${sayUsd(from)} to ${sayUsd(to)} of ${what}`);
  return said.length === 0 ? undefined : `Over all hours ${unit.generator} itself goes ${said.join(', ')}.`;
}

const sayMost = (unit: UnitChange): string =>
  `Of the others ${unit.generator} changes most, from ${sayUsd(unit.base_cost_usd)} to ${sayUsd(unit.cost_usd)} over all hours.`;

const sayOutput = ({ generator, hour, base_output_mw, output_mw }: OutputChange): string =>
  `In hour ${hour} ${generator} goes from ${base_output_mw} MW to ${output_mw} MW.`;
