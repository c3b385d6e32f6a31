/** What accounts do for every request of the API: say who sends it, judge its form, note denials and uses. */
import type { Gate } from '../http/handle-request.ts';
import { createAuthenticate } from './authenticate.ts';
import { checkForm } from './check-form.ts';
import { createDenials } from './denials.ts';
import type { AccountDeps } from './deps.ts';
import { createModuleUse } from './module-use.ts';

export function createGate(deps: AccountDeps): Gate {
  const authenticate = createAuthenticate(deps);
  const denials = createDenials(deps);
  const noteUse = createModuleUse(deps.subscriptions, (error) => {
    deps.log.warn({ err: error }, 'use of a module was not noted');
  });
  return {
    authenticate: (ctx) =>
      authenticate({
        authorization: ctx.get('Authorization'),
        apiKey: ctx.get('X-API-Key'),
        isRead: ctx.method === 'GET',
      }),
    checkForm: (ctx, body) => checkForm(ctx, body, deps),
    noteDenial: (userId, call) => denials.note(userId, call),
    noteUse: (userId, module) => noteUse(userId, module, deps.now()),
  };
}
