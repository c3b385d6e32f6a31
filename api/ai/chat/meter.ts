/** The tokens of an answer: counted as it goes, so that one that is broken off is charged too. */

import type { ToolSpec, Turn } from '../provider.ts';
import { estimateTokens } from './estimate-tokens.ts';
import type { Question } from './question.ts';

export interface Meter {
  /** Used so far. */
  tokens: number;
  /** What the budget has been asked for. */
  reserved: number;
  /** Asks it for more; false when there is no more. */
  extend(tokens: number): Promise<boolean>;
}

/** About what a round takes in. */
export const promptTokens = (
  { agent }: Pick<Question, 'agent'>,
  turns: readonly Turn[],
  tools: readonly ToolSpec[],
): number => estimateTokens(agent.system, JSON.stringify(turns), JSON.stringify(tools));

/** Whether a round may use so many: what is not reserved yet is asked for. */
export async function isCovered(meter: Meter, needed: number): Promise<boolean> {
  const missing = meter.tokens + needed - meter.reserved;
  if (missing <= 0) return true;
  const isGranted = await meter.extend(missing);
  if (isGranted) meter.reserved += missing;
  return isGranted;
}
