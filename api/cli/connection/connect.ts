/** Creates the client of one server from options, environment and stored credentials. */
import { type Client, createClient, data } from '../../client/client.ts';
import type { Patience } from '../../client/patient-fetch.ts';
import { anonymous, type Session, withApiKey, withTokens } from '../../client/session.ts';
import { Refusal } from '../terminal/exit.ts';
import type { Screen } from '../terminal/screen.ts';
import { type Account, readCredentials, saveAccount } from './credentials.ts';
import { environment } from './environment.ts';

export interface Connection {
  readonly url: string;
  readonly client: Client;
  readonly session: Session;
}

const LOCAL = 'http://127.0.0.1:8000';
/**
 * Longest time that a command waits for a server that cannot be reached, ms; commands that follow a run wait longer.
 */
const PATIENCE_MS = 5000;

/**
 * Address of the server, from `--url`, the environment or the last login, in this order. Throws `Refusal` if it is not
 * an HTTP address.
 */
export async function serverUrl(urlOption: string | undefined): Promise<string> {
  const url = urlOption ?? environment.url ?? (await readCredentials()).default_url ?? LOCAL;
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url.replace(/(?<!\/)\/+$/, '');
  throw new Refusal(`'${url}' is not a server address, such as https://grid.example.org`);
}

export async function connect(url: string, screen: Screen): Promise<Connection> {
  const session = await sessionOf(url);
  return { url, session, client: clientOf(url, screen, session) };
}

export const clientOf = (url: string, screen: Screen, session = anonymous, patience: Patience = {}): Client =>
  createClient({
    baseUrl: url,
    session,
    patienceMs: PATIENCE_MS,
    onTrouble: screen.trouble,
    ...patience,
  });

async function sessionOf(url: string): Promise<Session> {
  if (environment.apiKey !== undefined) return withApiKey(environment.apiKey);
  const account = await accountOf(url);
  if (account === undefined) return anonymous;
  return 'api_key' in account ? withApiKey(account.api_key) : tokenSession(url, account.username);
}

const accountOf = async (url: string): Promise<Account | undefined> => (await readCredentials()).servers[url];

function tokenSession(url: string, username: string): Session {
  const open = createClient({ baseUrl: url });
  return withTokens({
    async read() {
      const account = await accountOf(url);
      return account && 'access_token' in account ? account : undefined;
    },
    save: (tokens) => saveAccount(url, tokens && { username, ...tokens }),
    exchange: (refresh_token) => data(open.POST('/api/auth/refresh', { body: { refresh_token } })),
  });
}
