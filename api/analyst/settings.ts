/** Settings of the analyst. Without a key, nothing is sent to any provider. */
import { boolean, type InferType, number, object, string } from 'yup';
import { isLoopback } from '../../temporal/settings.ts';
import { isBudgets } from './budgets/limits.ts';
import { PROVIDERS } from './providers/provider.ts';

/** Refuses an address with user and password, which `fetch` would refuse, or with a query, which would be lost. */
function isBaseUrl(text?: string): boolean {
  if (text === undefined) return true;
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && `${username}${password}${search}${hash}` === '';
}

/** True if the API key may be sent to this address: over TLS, or within this machine. */
function isSafeUrl(text?: string): boolean {
  if (text === undefined || !URL.canParse(text)) return true;
  const { protocol, hostname } = new URL(text);
  return protocol !== 'http:' || isLoopback(hostname);
}

const about = (description: string) => ({ description });
const text = (description: string) => string().optional().meta(about(description));
const provider = () => string().oneOf(PROVIDERS);
export const baseUrl = (description: string) =>
  text(description).test(
    'url',
    ({ path }) => `${path} must be an http(s) address without user and query`,
    isBaseUrl,
  );
const UNSAFE = 'must be https beyond this machine unless AI_ALLOW_HTTP is true';

export const analystSettings = object({
  AI_PROVIDER: provider().default('openai').meta(about('Format of the language model: openai or anthropic')),
  AI_API_KEY: text('Key of the language model; the analyst does not chat without one'),
  AI_BASE_URL: baseUrl("Address of the language model; the provider's own when unset"),
  AI_MODEL: text("Name of the language model; the provider's small general one when unset"),
  AI_SECOND_PROVIDER: provider()
    .default('anthropic')
    .meta(about('Format of a second one, which the agent tuning-diagnosis prefers')),
  AI_SECOND_API_KEY: text('Key of the second language model'),
  AI_SECOND_BASE_URL: baseUrl('Address of the second language model'),
  AI_SECOND_MODEL: text('Name of the second language model'),
  AI_SECOND_ACKNOWLEDGED: boolean()
    .default(false)
    .meta(about('The customer knows of the second one; unused until then')),
  AI_ALLOW_HTTP: boolean()
    .default(false)
    .meta(about('Addresses of language models beyond this machine may be http')),
  AI_BUDGETS: string()
    .default('{}')
    .test('budgets', 'AI_BUDGETS must be JSON of budgets by level', isBudgets)
    .meta(about('Changes to the token budgets as JSON, level by level')),
  WS_CONNECTIONS_PER_USER: number()
    .integer()
    .min(1)
    .default(5)
    .meta(about('Chat connections (WebSocket) that a user may have open')),
})
  .test('http', `AI_BASE_URL ${UNSAFE}`, (s) => s.AI_ALLOW_HTTP || isSafeUrl(s.AI_BASE_URL))
  .test(
    'second http',
    `AI_SECOND_BASE_URL ${UNSAFE}`,
    (s) => s.AI_ALLOW_HTTP || isSafeUrl(s.AI_SECOND_BASE_URL),
  );

export type AnalystSettings = InferType<typeof analystSettings>;
