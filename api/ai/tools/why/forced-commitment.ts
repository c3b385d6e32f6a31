/** Why a unit is on, or off, in an hour: what the schedule costs when it is not, found by solving that case. */
import type { Generator } from '../../../../temporal/messages/generator.ts';
import type { SolvePayload } from '../../../../temporal/messages/payload.ts';
import { findSolve, type Solve, type SolveRef } from '../find-solve.ts';
import { type ToolContext, ToolRefusal, type ToolResult } from '../tool.ts';
import { type Answer, ask } from './ask.ts';
import { commitmentRule, sayRule } from './commitment-rule.ts';
import { forcedAnswer } from './forced-answer.ts';

export interface CommitmentQuestion extends SolveRef {
  readonly generator: string;
  readonly hour: number;
}

const word = (on: boolean): string => (on ? 'on' : 'off');

/** `on`: the state that is asked about; its opposite is forced. */
export async function forcedCommitment(
  question: CommitmentQuestion,
  on: boolean,
  context: ToolContext,
): Promise<ToolResult> {
  const base = await findSolve(context.deps, context.user, inConversation(question, context));
  const unit = findUnit(base, question);
  const { hour } = question;
  const is = base.result.commitment[unit.name]?.[hour] === 1;
  const facts = { generator: unit.name, hour, committed: Number(is), base_job_id: base.job._id };
  if (is !== on) {
    const statement = `${unit.name} is ${word(is)} in hour ${hour}, not ${word(on)}: nothing was solved.`;
    return { statement, data: facts };
  }
  const rule = commitmentRule(base.payload, unit, hour, on);
  if (rule) return { statement: sayRule(rule, on), data: { ...facts, rules: [rule] } };
  const answer = await force(context, base, unit, hour, !on);
  return forcedAnswer({ base, answer, unit, hour, on });
}

/** A job that is named comes first; the scenario of the conversation stands in for neither. */
const inConversation = ({ job_id, scenario_id }: SolveRef, { scenarioId }: ToolContext): SolveRef => ({
  job_id,
  scenario_id: scenario_id ?? scenarioId,
});

function findUnit({ job, payload, result }: Solve, { generator, hour }: CommitmentQuestion): Generator {
  if (job.job_type === 'ed') {
    throw new ToolRefusal('An economic dispatch is given its commitment: ask about a unit commitment');
  }
  if (result.objective_value === null) {
    throw new ToolRefusal(`Job ${job._id} has no schedule (${result.termination_status})`);
  }
  const unit = payload.generators.find(({ name }) => name === generator);
  if (!unit) throw new ToolRefusal(`There is no generator ${generator}`);
  if (hour >= payload.horizon) {
    throw new ToolRefusal(`There is no hour ${hour}: hours go from 0 to ${payload.horizon - 1}`);
  }
  return unit;
}

const force = (
  context: ToolContext,
  base: Solve,
  { name: generator }: Generator,
  hour: number,
  on: boolean,
): Promise<Answer> =>
  ask(context, base, {
    key: JSON.stringify(['commitment', generator, hour, on]),
    title: `${generator} ${word(on)} in hour ${hour}`,
    payload: fixed(base.payload, generator, hour, on),
  });

const fixed = (payload: SolvePayload, generator: string, hour: number, on: boolean): SolvePayload => ({
  ...payload,
  fixed_commitment: [...(payload.fixed_commitment ?? []), { generator, hour, on }],
});
