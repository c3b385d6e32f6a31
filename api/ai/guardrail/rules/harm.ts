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
    'remove|wipe ~1 everything ~4 database|records !',
    'remove|wipe ~3 all ~3 database',
    'wipe ~3 all ~2 people|records ?',
    'remove|wipe ~4 all ~6 people ?',
    'overwrite ~1 all ~2 records',
    'database ~1 off !',
  ]),
  patternsRule('CI-001', 'Is about attacking real grid assets', [
    'hack ~4 asset',
    'hack|disrupt ~4 control-asset',
    'asset|control-asset ~3 hack',
    'seek -4 cause -3 blackout',
    'seek -5 hack -3 grid',
    'operate|disrupt|hack|collapse ~6 real -2 device|asset',
    'operate|disrupt|hack|collapse ~6 device|asset ~6 real',
    'operate|disrupt ~6 asset|device ~8 cause -2 blackout',
    'weapon ~6 asset|control-asset|device',
    'asset|control-asset|device ~6 weapon',
    'seek ~4 collapse ~4 city|control-asset',
    'collapse ~4 city ?',
    'collapse ~3 control-asset ~3 city',
    'control-asset ~4 lame',
    'cause ~2 real -1 blackout',
    'cause ~2 blackout ~2 real|city',
    'seek ~5 collapse ~2 control-asset',
    'hack ~6 city|device',
    'real ~1 damage ~4 device|asset',
    'malware ~12 grid|device|asset',
    'collapse ~6 city ~4 hack',
    'collapse ~8 hack ?',
    'with ~2 weapon',
    'falsify ~8 control-asset|device',
  ]),
];
