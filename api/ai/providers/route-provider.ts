/** Which provider answers for an agent. */
import type { ChatProvider } from '../provider.ts';
import type { Providers } from './create-providers.ts';

/** Agents that would rather ask the second provider. */
const PREFER_SECOND: readonly string[] = ['tuning-diagnosis'];

/** Null when no key is configured for it. */
export const routeProvider = ({ first, second }: Providers, agentId: string): ChatProvider | null =>
  PREFER_SECOND.includes(agentId) ? (second ?? first) : first;
