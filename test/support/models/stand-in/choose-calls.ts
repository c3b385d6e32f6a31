/** Chooses the tools that the stand-in calls for a question, by the first rule whose words occur in the question. */
import type { ToolCall } from '../../../../api/analyst/providers/provider.ts';
import { type NamedThings, readChange, readQuestion } from './read-question.ts';
import type { ModelConversation } from './read-request.ts';

const RULES: readonly (readonly [words: RegExp, tool: string])[] = [
  [/\bwhat (?:if|would happen)\b/i, 'what_if'],
  [/\bwhy\b.*\b(?:off|not (?:on|committed|running)|isn't|wasn't|shut)\b/i, 'why_not_committed'],
  [/\bwhy\b.*\b(?:on|committed|running|started)\b/i, 'why_committed'],
  [/\binfeasib|\bno solution\b|cannot be solved/i, 'get_infeasibility_report'],
  [/\bbind|\bcongest|\bshadow price|\bbottleneck/i, 'get_binding_constraints'],
  [/\bprices?\b|\blmps?\b|\bpreis|\bprix\b|\bprecio|\bprezz|\bpreço/i, 'get_lmp'],
  [/\bcosts?\b|\bexpens|\bkoste|\bcoûte?|\bcuesta|\bcost[io]\b|\bcusta/i, 'get_cost_breakdown'],
  [
    /\bcommit|\bschedule|\bstarts?\b|\bon or off\b|\bis\b.*\bon\b|\b(?:which|what) units?\b.*\bon\b/i,
    'get_commitment',
  ],
  [/\bpower flow\b|\bvoltage/i, 'validate_power_flow'],
  [/\bdispatch|\bpower\b|\boutput\b|\bproduc|\bgenerat/i, 'get_dispatch'],
];
const OTHERWISE = 'get_scenario_summary';

/** Calls of tools that the request offers; empty if it offers none of the chosen tools. */
export function chooseCalls({ question, tools }: ModelConversation): ToolCall[] {
  const toolName = RULES.find(([words, tool]) => words.test(question) && tools.has(tool))?.[1] ?? OTHERWISE;
  const parameters = tools.get(toolName);
  if (!parameters) return [];
  const matching = Object.entries(toArguments(question)).filter(([name]) => name in parameters);
  const values = matching.map(([name, value]) => [name, suit(value, parameters[name])]);
  return [{ id: `call_${toolName}`, name: toolName, arguments: JSON.stringify(Object.fromEntries(values)) }];
}

/** Arguments that can be taken from the question. */
function toArguments(question: string): Record<string, unknown> {
  const { hour, bus, generator }: NamedThings = readQuestion(question);
  const candidates = { hour, bus, generator, change: readChange(question) };
  return Object.fromEntries(Object.entries(candidates).filter(([, value]) => value !== undefined));
}

/** Converts a name of digits to text or to a number, as the schema of the parameter requires. */
function suit(value: unknown, schema: unknown): unknown {
  const isText = JSON.stringify(schema ?? {}).includes('"string"');
  return typeof value === 'string' && !isText && value.trim() !== '' && Number.isFinite(Number(value))
    ? Number(value)
    : value;
}
