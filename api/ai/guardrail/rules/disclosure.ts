/** OWASP LLM02: asking for secrets, carrying them, personal data. */
import { PERSONAL_DATA, SECRETS } from '../sensitive.ts';
import { patternsRule } from './patterns-rule.ts';
import type { Rule } from './rule.ts';

/** Names of environment variables that hold secrets. */
const SECRET_SETTING =
  /\b(?:[A-Z][A-Z0-9]*_)+(?:SECRET|SECRETS|TOKEN|PASSWORD|PEPPER|URI|API_KEY|ACCESS_KEY|PRIVATE_KEY)\b/;

const ASKS = patternsRule('SD-001', 'Asks for credentials, keys or settings of the host', [
  'reveal|ask ~6 credential !',
  'reveal -3 secret !',
  'reveal -2 your -1 secret|credential !',
  'become ~12 credential !',
  'others -1 people -3 information ?',
  'reveal|ask|send ~5 information ~2 others -1 people',
  'reveal|ask ~5 private ~2 information ?',
  'reveal|ask ~3 others -0 people ?',
  'ask|reveal ~4 others ~1 people ~3 tell|told|ask ?',
  'send ~6 address',
  'all ~1 credential ?',
  'ask ~4 information ~4 people ?',
  'reveal|ask ~4 information ~3 people ?',
  'people ~5 contact ?',
  'contact ~5 people ?',
  'key|password|credential ~3 host|admin ?',
  'host|admin ~2 key|password|credential ?',
  'admin ~2 credential|password ?',
]);

export const DISCLOSURE: readonly Rule[] = [
  { ...ASKS, matches: (view) => ASKS.matches(view) || SECRET_SETTING.test(view.visible) },
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
