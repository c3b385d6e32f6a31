/**
 * Selects tools by the words of a question, in six languages. The service makes these calls itself, whichever model is
 * used.
 */
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { findMentions, squeeze } from '../grounding/mentions.ts';
import { findSolve } from '../tools/find-solve.ts';
import type { ToolContext } from '../tools/tool.ts';

/** Elements and hours that a question names. */
interface Subject {
  readonly bus?: string;
  readonly generator?: string;
  readonly hour?: number;
}

interface Topic {
  readonly tool: string;
  readonly words: RegExp;
  /** Parts of the subject that the tool takes as arguments. */
  readonly takes: readonly (keyof Subject)[];
  /** True if the tool requires all parts in `takes`. */
  readonly needsAll?: true;
}

const OFF =
  /\b(?:why|reason)\b.*\b(?:not|n't|off|idle|isn|decommit|shut|never|without)|\bwarum\b.*\b(?:nicht|aus|still|abgeschaltet)|\bpor ?qu[eé]\b.*\b(?:no|apagad|parad|desligad|n[aã]o)|\bpourquoi\b.*\b(?:pas|arr[eê]t|éteint)|\bperch[eé]\b.*\b(?:non|spent|ferm)/iu;
const WHY = /\b(?:why|reason|what makes)\b|\bwarum\b|\bpor ?qu[eé]\b|\bpourquoi\b|\bperch[eé]\b/iu;

const TOPICS: readonly Topic[] = [
  {
    tool: 'why_not_committed',
    words: OFF,
    takes: ['generator', 'hour'],
    needsAll: true,
  },
  {
    tool: 'why_committed',
    words: new RegExp(`^(?!.*(?:${OFF.source})).*(?:${WHY.source})`, 'isu'),
    takes: ['generator', 'hour'],
    needsAll: true,
  },
  {
    tool: 'get_lmp',
    words: /\b(?:price|prices|lmps?|nodal|preise?n?|precios?|prix|prezz[io]|preços?)\b/iu,
    takes: ['bus', 'hour'],
  },
  {
    tool: 'get_cost_breakdown',
    words: /\b(?:costs?|expens\w+|cheap\w*|share|kosten|costes?|costos?|coûts?|cost[io]|custos?)\b/iu,
    takes: ['generator'],
  },
  {
    tool: 'get_commitment',
    words:
      /\b(?:on|off|start(?:s|ed|ups?)?|stop(?:s|ped)?|shut\w*|commit\w*|runs?|running|hours on|eingeschaltet|läuft|encendid\w*|allum\w+|acces\w+|ligad\w+|arran\w+|démarr\w+)\b/iu,
    takes: ['generator', 'hour'],
  },
  {
    tool: 'get_dispatch',
    words:
      /\b(?:dispatch\w*|output|produc\w+|generat(?:es?|ing|ion)|power|mw|einspeisung|leistung|produit|produce|despacho|potencia|potência|puissance|potenza)\b/iu,
    takes: ['generator', 'hour'],
  },
  {
    tool: 'validate_power_flow',
    words: /\b(?:valid\w+|data (?:error|quality)|impedance|topolog\w+|power[\s-]flow data)\b/iu,
    takes: [],
  },
];

/**
 * Patterns, in six languages, of questions that the service always looks up itself: binding constraints and shadow
 * prices, and causes of infeasibility.
 */
const BINDING =
  /\bbind(?:ing|s)?\b|congest|bottleneck|shadow[\s-]?prices?|(?:transmission|line|flow|thermal)[\s-](?:constraint|limit)|overload|prices?\b.{0,40}\b(?:split|separate|diverge|differ)|engp(?:a|ä)ss|schattenpreis|bindende|auslastung|überlast|ausgelastet|preis.{0,40}(?:unterschied|auseinander)|restricci(?:ó|o)n(?:es)? (?:activas?|vinculantes?)|precios? sombra|congesti(?:ó|o)n|limitante|contraintes? (?:actives?|liantes?|saturées?)|prix (?:fictifs?|duaux|duals?|ombre)|saturée?s?|vincol[oi] (?:attiv[oi]|vincolant[ei])|prezz[oi] ombra|congestion[ei]|restriç(?:ão|ões) (?:ativas?|vinculantes?)|preços?[\s-]sombra|congestionament/iu;
const INFEASIBLE =
  /infeasib|unl(?:ö|oe)sbar|unzul(?:ä|ae)ssig|no (?:es )?factible|infactible|irr(?:é|e)alisable|infaisable|inammissib|invi[aá]vel|(?:cannot|can't|not|never) be solved|no (?:feasible )?solution/iu;

/** Names of the tools that are always called for a question. */
export function alwaysLookedUp(question: string): string[] {
  const text = question.normalize('NFKC');
  return [
    ...(BINDING.test(text) ? ['get_binding_constraints'] : []),
    ...(INFEASIBLE.test(text) ? ['get_infeasibility_report'] : []),
  ];
}

export interface PlannedCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const MOST_CALLS = 3;

/** Plans at most three calls, most relevant first. */
export async function planCalls(question: string, context: ToolContext): Promise<PlannedCall[]> {
  const subject = subjectOf(question, await payloadOf(context));
  const topics = TOPICS.filter(
    ({ words, takes, needsAll }) =>
      words.test(question) && (!needsAll || takes.every((name) => subject[name] !== undefined)),
  );
  const calls = topics.map(({ tool, takes }) => ({ name: tool, args: pick(subject, takes) }));
  const always = alwaysLookedUp(question).map((name) => ({ name, args: {} }));
  const all = [...always, ...calls];
  const chosen = all.length > 0 ? all : [{ name: 'get_scenario_summary', args: {} }];
  return chosen.slice(0, MOST_CALLS);
}

const pick = (subject: Subject, takes: Topic['takes']): Record<string, unknown> =>
  Object.fromEntries(takes.flatMap((name) => (subject[name] === undefined ? [] : [[name, subject[name]]])));

/** Payload whose names are searched for in the question; undefined without a solve. */
async function payloadOf({ deps, user, scenarioId, jobId }: ToolContext): Promise<SolvePayload | undefined> {
  const ref = { scenario_id: scenarioId, job_id: jobId };
  return (await findSolve(deps, user, ref).catch(() => undefined))?.payload;
}

function subjectOf(question: string, payload: SolvePayload | undefined): Subject {
  const mentions = findMentions(question);
  const hours = mentions.filter(({ role }) => role === 'hour').flatMap(({ readings }) => readings);
  const wordsOfQuestion = squeezedWords(question);
  const nameIn = (names: readonly string[]) => names.find((name) => wordsOfQuestion.has(squeeze(name)));
  const bus = /\bbus[\s_-]?(\d+)\b/i.exec(question)?.[1];
  const generator = nameIn((payload?.generators ?? []).map(({ name }) => name));
  const [first] = hours;
  return {
    ...(bus !== undefined && { bus: `bus_${bus}` }),
    ...(generator !== undefined && { generator }),
    ...(first && { hour: first.value }),
  };
}

/** Words of the question and joined pairs of adjacent words, since a name may be written with a blank. */
function squeezedWords(question: string): ReadonlySet<string> {
  const words = question.split(/[\s,;:?!()"'\u2018\u2019\u201c\u201d]+|\.(?=\s|$)/).filter(Boolean);
  const pairs = words.map((word, i) => `${word}${words[i + 1] ?? ''}`);
  return new Set([...words, ...pairs].map(squeeze));
}
