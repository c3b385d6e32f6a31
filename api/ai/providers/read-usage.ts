/** Token counts as a provider gave them; null unless both are there and make sense. */
import type { Usage } from '../provider.ts';

export function readUsage(promptTokens: unknown, completionTokens: unknown): Usage | null {
  return isCount(promptTokens) && isCount(completionTokens) ? { promptTokens, completionTokens } : null;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
