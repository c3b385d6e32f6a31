/** A small client of the API: sign in, submit, follow, read the result, ask the analyst. */
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 200;
const DEADLINE_MS = 15_000;
/** Answers may need solves of their own. */
const CHAT_MS = 180_000;
const SOLVE = '/api/modules/analyst/solve';

export async function signIn(apiUrl, credentials) {
  const { access_token } = await call(apiUrl, 'POST', '/api/auth/login', undefined, credentials);
  return {
    submit: (type, scenario_id, payload, timeout) =>
      call(apiUrl, 'POST', `${SOLVE}/${type}`, access_token, { scenario_id, payload, timeout }),
    async follow(jobId, show) {
      for (;;) {
        const status = await call(apiUrl, 'GET', `${SOLVE}/${jobId}/status`, access_token);
        show(status);
        if (['completed', 'failed', 'cancelled'].includes(status.status)) return status;
        await delay(POLL_MS);
      }
    },
    result: (jobId) => call(apiUrl, 'GET', `${SOLVE}/${jobId}/results`, access_token),
    ask: (message, scenario_id, session_id) =>
      call(
        apiUrl,
        'POST',
        '/api/ai/chat',
        access_token,
        { message, context: { scenario_id }, session_id },
        CHAT_MS,
      ),
  };
}

async function call(apiUrl, method, path, token, body, deadlineMs = DEADLINE_MS) {
  const response = await fetch(new URL(path, apiUrl), {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(deadlineMs),
  });
  const reply = await response.json();
  if (!response.ok)
    throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(reply.detail)}`);
  return reply;
}
