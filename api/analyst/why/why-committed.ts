/**
 * Tools that explain why a unit is on, or off, in an hour: the case is solved with the opposite state, and the costs
 * are compared.
 */
import { number, object, string } from 'yup';
import { periodName } from '../../../temporal/case/arithmetic/interval-words.ts';
import { intervalsPerHour, toldInterval } from '../../../temporal/case/arithmetic/intervals.ts';
import {
  commitmentRule,
  commitmentRun,
  sayRule,
  sayRun,
} from '../../../temporal/case/explain/commitment-rules.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { Generator } from '../../../temporal/case/schema.ts';
import { diffResults } from '../../solve/diff.ts';
import {
  knownGenerator,
  knownHour,
  type Solve,
  type SolveRef,
  scheduleOf,
  solveFields,
} from '../tools/find-solve.ts';
import { defineTool, type ToolContext, ToolRefusal, type ToolResult } from '../tools/tool.ts';
import { type Answer, ask } from './ask.ts';
import { isChange, outputChanges, type UnitChange, unitChanges } from './changes.ts';
import { compareCosts, sayCauses, sayCost, sayTolerance, sayUsd } from './cost-words.ts';

const parameters = object({
  generator: string().required().max(200).meta({ description: 'Name of the unit' }),
  hour: number().integer().min(0).required().meta({ description: 'Hour, 0-based' }),
  ...solveFields(),
}).exact();

export const whyCommitted = defineTool<CommitmentQuestion>({
  name: 'why_committed',
  description:
    'Why a unit is on in an hour: solves the case again with the unit off in that hour and tells what that costs, changes or makes impossible.',
  parameters,
  run: (question, context) => forcedCommitment(question, true, context),
});

export const whyNotCommitted = defineTool<CommitmentQuestion>({
  name: 'why_not_committed',
  description:
    'Why a unit is off in an hour: solves the case again with the unit on in that hour and tells what that costs, changes or makes impossible.',
  parameters: whyCommitted.parameters,
  run: (question, context) => forcedCommitment(question, false, context),
});

interface CommitmentQuestion extends SolveRef {
  readonly generator: string;
  readonly hour: number;
}

const word = (on: boolean): string => (on ? 'on' : 'off');

/** Cost of the schedule in which the unit is forced into the opposite of its state `on`, found by solving that case. */
async function forcedCommitment(
  question: CommitmentQuestion,
  on: boolean,
  context: ToolContext,
): Promise<ToolResult> {
  const base = await scheduleOf(question, context);
  requireChoice(base.job);
  const unit = findUnit(base, question.generator);
  const { hour } = question;
  knownHour(hour, base.payload.horizon);
  const is = base.result.commitment[unit.name]?.[hour] === 1;
  const facts = {
    generator: unit.name,
    hour,
    committed: Number(is),
    base_job_id: base.job._id,
    ...toldInterval(base.payload),
  };
  if (is !== on) {
    const statement = `${unit.name} is ${word(is)} in hour ${hour}, not ${word(on)}: nothing was solved.`;
    return { statement, data: facts };
  }
  const rule = commitmentRule(base.payload, unit, hour, on);
  if (rule) return { statement: sayRule(rule, on), data: { ...facts, rules: [rule] } };
  const answer = await force(context, base, unit, hour, !on);
  return forcedAnswer({ base, answer, unit, hour, on });
}

function requireChoice({ job_type }: Solve['job']): void {
  if (job_type !== 'ed') return;
  throw new ToolRefusal('An economic dispatch is given its commitment: ask about a unit commitment');
}

function findUnit({ payload }: Solve, generator: string): Generator {
  const name = knownGenerator(generator, payload.generators);
  const unit = payload.generators.find((each) => each.name === name);
  if (!unit) throw new ToolRefusal(`There is no generator ${generator}`);
  return unit;
}

function force(
  context: ToolContext,
  base: Solve,
  { name: generator }: Generator,
  hour: number,
  on: boolean,
): Promise<Answer> {
  const { payload } = base;
  return ask(context, base, {
    key: JSON.stringify(['commitment', generator, hour, on]),
    title: `${generator} ${word(on)} in ${periodName(hour, payload.interval_minutes)}`,
    payload: {
      ...payload,
      fixed_commitment: [...(payload.fixed_commitment ?? []), { generator, hour, on }],
    },
  });
}

interface Forced {
  readonly base: Solve;
  readonly answer: Answer;
  readonly unit: Generator;
  readonly hour: number;
  /** State of the unit in the base; the alternative has the opposite state. */
  readonly on: boolean;
}

const MOST_UNITS = 10;
const MOST_SWITCHES = 30;

function forcedAnswer(forced: Forced): ToolResult {
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
  const units = unitChanges(base, { payload: base.payload, result });
  const changed = units.filter((change) => change.generator !== unit.name && isChange(change));
  const ofUnit = units.filter(({ generator }) => generator === unit.name);
  const outputs = outputChanges(base.result, result, hour).slice(0, MOST_UNITS);
  const switches = diffResults(base.result, result).commitment;
  const run = runOf(forced, base.result);
  const how = `${unit.name} ${on ? 'off' : 'on'} in hour ${hour}`;
  const statement = [
    sayCost(how, cost),
    sayTolerance(how, cost),
    ...ofUnit.map(sayParts),
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
      own: ofUnit,
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

/** Parts of the unit's own cost that change. */
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

const sayOutput = ({
  generator,
  hour,
  base_output_mw,
  output_mw,
}: ReturnType<typeof outputChanges>[number]): string =>
  `In hour ${hour} ${generator} goes from ${base_output_mw} MW to ${output_mw} MW.`;
