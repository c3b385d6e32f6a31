/** Why a unit is on, or off, in an hour: what the schedule costs when it is not, found by solving that case. */
import type { Generator } from '../../../../temporal/messages/generator.ts';
import type { SolvePayload } from '../../../../temporal/messages/payload.ts';
import type { Solve, SolveRef } from '../find-solve.ts';
import { knownGenerator, knownHour } from '../known.ts';
import { scheduleOf } from '../schedule-of.ts';
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
  const base = await scheduleOf(question, context);
  requireChoice(base.job);
  const unit = findUnit(base, question.generator);
  const { hour } = question;
  knownHour(hour, base.payload.horizon);
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

function requireChoice({ job_type }: Solve['job']): void {
  if (job_type !== 'ed') return;
  throw new ToolRefusal('An economic dispatch is given its commitment: ask about a unit commitment');
}

function findUnit({ payload }: Solve, generator: string): Generator {
  const name = knownGenerator(generator, payload.generators);
  const unit = payload.generators.find((known) => known.name === name);
  if (!unit) throw new ToolRefusal(`There is no generator ${generator}`);
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
