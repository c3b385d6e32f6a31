/** Judges a prompt, and leaves a trace of one that is blocked, without its text. */
import { checkPrompt } from '../ai/guardrail/check-prompt.ts';
import type { Deps } from '../deps.ts';
import type { PromptBody } from '../schemas/prompt-check.ts';
import type { Caller } from './caller.ts';

export async function validatePrompt({ audit }: Deps, body: PromptBody, { user, request }: Caller) {
  const { allowed, warnings, rules } = checkPrompt(body.prompt);
  if (!allowed) {
    const { ip, userAgent } = request;
    const details = { rules, channel: body.channel ?? null };
    await audit.record('guardrail_blocked', { userId: user.userId, details, ip, userAgent });
  }
  return { allowed, warnings: [...warnings], rules: [...rules] };
}
