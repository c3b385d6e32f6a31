/** OWASP LLM05 and LLM06, and the policy on real grids: payloads, mass deletion, attacks on assets. */

import { patternsRule } from './patterns-rule.ts';
import { carriesPayload } from './payload.ts';
import type { Rule } from './rule.ts';

export const HARM: readonly Rule[] = [
  { id: 'OH-001', action: 'block', warning: 'Carries code or a query to be run', matches: carriesPayload },
  patternsRule('EA-001', 'Asks to delete users, logs, databases or configurations', [
    'remove|wipe -2 all -4 records|database !',
    'remove|wipe -2 database !',
    'wipe -2 records !',
    'all -2 records -3 remove|wipe !',
  ]),
  patternsRule('CI-001', 'Is about attacking real grid assets', [
    'hack ~4 asset',
    'hack|disrupt ~4 control-asset',
    'asset|control-asset ~3 hack',
    'seek -4 cause -3 blackout',
    'seek -5 hack -3 grid',
  ]),
];
