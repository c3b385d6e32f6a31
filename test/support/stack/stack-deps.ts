/** Dependencies of the API's handlers in this process, on the servers of a running stack. */

import type { Deps } from '../../../api/deps.ts';
import { createDeps } from '../../../api/deps.ts';
import { createLogger } from '../../../api/http/log.ts';
import type { Principal } from '../../../api/http/principal.ts';
import { connectMongo } from '../../../mongo/connect.ts';
import { connectTemporal } from '../../../temporal/client.ts';
import type { StackFile } from '../../../workers/local/stack/stack-file.ts';
import { aUser } from '../callers/a-user.ts';
import type { ApiClient } from '../callers/api-client.ts';
import { testSettings } from './app.ts';

export interface StackDeps {
  readonly deps: Deps;
  principalOf(client: ApiClient): Promise<Principal>;
  close(): Promise<void>;
}

const DATABASE_MS = 2000;

export async function openStackDeps(stack: StackFile): Promise<StackDeps> {
  const settings = {
    ...testSettings(),
    MONGODB_URI: stack.mongodb_uri,
    TEMPORAL_ADDRESS: stack.temporal_address,
    SOLVER_URL: String(stack.solver_url),
  };
  const mongo = connectMongo(settings, DATABASE_MS);
  await mongo.connect();
  const temporal = connectTemporal(settings, 'test');
  const parts = { log: createLogger('silent'), stopping: new AbortController().signal };
  return {
    deps: createDeps(settings, mongo, temporal, parts),
    principalOf: async (client) => {
      const { body } = await client.request<{ user_id: string; username: string }>('GET', '/api/users/me');
      return { ...aUser(body.user_id), username: body.username };
    },
    close: async () => {
      await Promise.all([mongo.close(), temporal.close()]);
    },
  };
}
