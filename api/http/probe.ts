/** Whether a part of the service works. */

const DEADLINE_MS = 2000;
const SHARED_MS = 1000;

/** Why a part does not work, in words for anybody. */
export class NotReady extends Error {}

type Ask = () => Promise<void>;

const answers = new WeakMap<Ask, { readonly at: number; readonly answer: Promise<string> }>();

/**
 * Asks a part of the service whether it works; a part that does not answer in time does not. Anybody may ask, so
 * those who ask within a second share one answer: `ok`, the words of a `NotReady`, or `unreachable` without
 * address or cause, which are nobody's business.
 */
export function probe(ask: Ask, deadlineMs = DEADLINE_MS): Promise<string> {
  const known = answers.get(ask);
  if (known && performance.now() - known.at < SHARED_MS) return known.answer;
  const answer = askWithin(ask, deadlineMs);
  answers.set(ask, { at: performance.now(), answer });
  return answer;
}

async function askWithin(ask: Ask, deadlineMs: number): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${deadlineMs / 1000} s`), deadlineMs);
  });
  const answer = ask().then(
    () => 'ok',
    (error: unknown) => (error instanceof NotReady ? error.message : 'unreachable'),
  );
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
