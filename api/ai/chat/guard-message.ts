/** Refuses a message that the guardrail blocks, and leaves a trace of it, without its text. */
import type { Deps } from '../../deps.ts';
import { Unprocessable } from '../../errors.ts';
import { checkPrompt } from '../guardrail/check-prompt.ts';
import type { ChatCaller } from './chat.ts';

/** `field`: where the text stands in the body. */
export async function guardMessage(
  { audit }: Pick<Deps, 'audit'>,
  message: string,
  { user, ip, userAgent }: ChatCaller,
  field: 'message' | 'prompt',
): Promise<void> {
  const { allowed, rules, warnings } = checkPrompt(message);
  if (allowed) return;
  const channel = field === 'prompt' ? 'code' : 'chat';
  await audit.record('guardrail_blocked', {
    userId: user.userId,
    details: { rules, channel },
    ip,
    userAgent,
  });
  const reasons = rules.map((rule, i) => `${rule} ${warnings[i] ?? ''}`.trim()).join('; ');
  throw new Unprocessable([
    { loc: ['body', field], msg: `Safety filter violation: ${reasons}`, type: 'safety_violation' },
  ]);
}
