/** Which tools answer a question, by its words: at most three calls, in the order of what it asks for most. */
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import { findMentions, squeeze } from '../grounding/mentions.ts';
import { findSolve } from '../tools/find-solve.ts';
import type { ToolContext } from '../tools/tool.ts';
import { alwaysLookedUp, type Subject, TOPICS, type Topic } from './topics.ts';

export interface PlannedCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const MOST_CALLS = 3;

export async function planCalls(question: string, context: ToolContext): Promise<PlannedCall[]> {
  const subject = subjectOf(question, await payloadOf(context));
  const topics = TOPICS.filter(({ words, needs }) => words.test(question) && has(subject, needs));
  const calls = topics.map(({ tool, takes }) => ({ name: tool, args: pick(subject, takes) }));
  const always = alwaysLookedUp(question).map((name) => ({ name, args: {} }));
  const all = [...always, ...calls];
  const chosen = all.length > 0 ? all : [{ name: 'get_scenario_summary', args: {} }];
  return chosen.slice(0, MOST_CALLS);
}

const has = (subject: Subject, needs: Topic['needs'] = []): boolean =>
  needs.every((name) => subject[name] !== undefined);

const pick = (subject: Subject, takes: Topic['takes']): Record<string, unknown> =>
  Object.fromEntries(takes.flatMap((name) => (subject[name] === undefined ? [] : [[name, subject[name]]])));

/** Without a solve there are no names to look for. */
async function payloadOf({ deps, user, scenarioId, jobId }: ToolContext): Promise<SolvePayload | undefined> {
  const ref = { scenario_id: scenarioId, job_id: jobId };
  return (await findSolve(deps, user, ref).catch(() => undefined))?.payload;
}

function subjectOf(question: string, payload: SolvePayload | undefined): Subject {
  const mentions = findMentions(question);
  const hours = mentions.filter(({ role }) => role === 'hour').flatMap(({ readings }) => readings);
  const asked = squeezedWords(question);
  const named = (names: readonly string[]) => names.find((name) => asked.has(squeeze(name)));
  const bus = /\bbus[\s_-]?(\d+)\b/i.exec(question)?.[1];
  const generator = named((payload?.generators ?? []).map(({ name }) => name));
  const [first] = hours;
  return {
    ...(bus !== undefined && { bus: `bus_${bus}` }),
    ...(generator !== undefined && { generator }),
    ...(first && { hour: first.value }),
  };
}

/** Words of the question, and pairs of them: a name may be written with a blank in it. */
function squeezedWords(question: string): ReadonlySet<string> {
  const words = question.split(/[\s,;:?!()"'\u2018\u2019\u201c\u201d]+|\.(?=\s|$)/).filter(Boolean);
  const pairs = words.map((word, i) => `${word}${words[i + 1] ?? ''}`);
  return new Set([...words, ...pairs].map(squeeze));
}
