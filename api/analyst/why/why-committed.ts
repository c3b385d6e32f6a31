/** Tools: why a unit is on, or off, in an hour. The opposite is solved and compared. */
import { number, object, string } from 'yup';
import { periodName } from '../../../temporal/case/arithmetic/interval-words.ts';
import { toldInterval } from '../../../temporal/case/arithmetic/intervals.ts';
import type { Generator } from '../../../temporal/case/messages/generator.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
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
import { commitmentRule, sayRule } from './commitment-rules.ts';
import { forcedAnswer } from './forced-answer.ts';

const parameters = object({
  generator: string().required().max(200).meta({ description: 'Name of the unit' }),
  hour: number().integer().min(0).required().meta({ description: '0-based' }),
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

/** What the schedule costs when the unit is not in the state `on` that is asked about, found by solving that case. */
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
    title: `${generator} ${word(on)} in ${periodName(hour, base.payload.interval_minutes)}`,
    payload: fixed(base.payload, generator, hour, on),
  });

const fixed = (payload: SolvePayload, generator: string, hour: number, on: boolean): SolvePayload => ({
  ...payload,
  fixed_commitment: [...(payload.fixed_commitment ?? []), { generator, hour, on }],
});
