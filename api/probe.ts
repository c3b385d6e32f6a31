/** Asks a part of the service whether it works; a part that does not answer in time does not. */

const DEADLINE_MS = 2000;

/** `ok`, or a short reason; no address and no cause, which are nobody's business. */
export async function probe(ask: () => Promise<void>, deadlineMs = DEADLINE_MS): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${deadlineMs / 1000} s`), deadlineMs);
  });
  const answer = ask().then(
    () => 'ok',
    () => 'unreachable',
  );
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
