/** OWASP LLM01 and LLM07: overriding instructions, switching roles, forging markup, extracting the prompt. */
import { forgesMarkup } from './chat-markup.ts';
import { patternsRule } from './patterns-rule.ts';
import type { Rule } from './rule.ts';

export const PROMPT_INJECTION: readonly Rule[] = [
  patternsRule('PI-001', 'Asks to set instructions aside', [
    'ignore|remove ~8 previous|your -2 instruction|prompt !',
    'ignore ~4 all -2 instruction|prompt !',
    'ignore -4 instruction|prompt !',
    'ignore|remove ~6 instruction|prompt -3 previous|you-given !',
    'ignore ~5 previous|your|all -2 rule !',
    'ignore -3 rule -1 previous|you-given !',
    'ignore ~5 previous|your -2 context !',
    'ignore -3 context -1 previous !',
    'remove ~3 your -2 rule|filter !',
    'previous|your|all -2 instruction|prompt|rule -4 ignore|void !',
    'instruction|rule -2 previous -3 ignore|void !',
    'not ~3 follow -5 instruction|prompt|rule !',
    'follow -5 instruction|prompt|rule -3 not',
    'ignore ~1 everything -5 previous|told|above|your !',
    'ignore ~2 what -5 told|you-given !',
    'ignore ~1 above !',
    'ignore|remove ~3 safety -0 filter !',
    'ignore|remove -3 filter -1 safety !',
    'new -0 instruction !',
    'obey-me !',
  ]),
  patternsRule('PI-002', 'Asks for another role or mode', [
    'bad-mode',
    'become -6 bad-role !',
    'you ~3 no-longer -3 bound !',
    'no-longer -3 bound !',
    'become -3 other -0 ai !',
    'admin-access',
    'reveal -3 admin -1 access',
    'reveal -3 access -2 admin',
  ]),
  { id: 'PI-003', action: 'block', warning: 'Forges chat markup', matches: forgesMarkup },
  patternsRule('PI-004', 'Asks for the instructions of the model', [
    'reveal|ask ~6 system -1 prompt|instruction !',
    'reveal|ask -6 prompt|instruction -1 system !',
    'reveal|ask ~6 your -3 prompt|instruction|rule !',
    'reveal|ask ~6 hidden -2 prompt|instruction|context !',
    'reveal|ask -6 instruction|prompt|context -1 hidden !',
    'reveal|ask -5 instruction|prompt|rule -4 you-given !',
    'reveal -3 prompt !',
    'repeat -3 words -3 previous !',
    'repeat -1 above !',
    'repeat -1 everything -3 previous|told !',
    'ask|what -3 you-given !',
  ]),
];
