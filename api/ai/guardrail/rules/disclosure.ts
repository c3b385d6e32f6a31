/** OWASP LLM02: asking for secrets, carrying them, personal data. */
import { PERSONAL_DATA, SECRETS } from '../sensitive.ts';
import { patternsRule } from './patterns-rule.ts';
import type { Rule } from './rule.ts';

export const DISCLOSURE: readonly Rule[] = [
  patternsRule('SD-001', 'Asks for credentials, keys or settings of the host', [
    'reveal|ask ~6 credential !',
    'reveal -3 secret !',
    'reveal -2 your -1 secret|credential !',
  ]),
  {
    id: 'SD-002',
    action: 'block',
    warning: 'Contains a secret; withdraw it, it must count as known',
    matches: ({ visible }) => SECRETS.some((secret) => visible.search(secret) >= 0),
  },
  {
    id: 'SD-003',
    action: 'warn',
    warning: 'Contains what looks like personal data',
    matches: ({ visible }) => PERSONAL_DATA.some((personal) => visible.search(personal) >= 0),
  },
];
