/** `grid login`, `grid logout`, `grid whoami`. */
import { type Command, Option } from 'commander';
import { type Client, data } from '../../client/client.ts';
import { anonymous, type Tokens, toTokens, withApiKey } from '../../client/session.ts';
import { clientOf } from '../connection/connect.ts';
import { type Account, readCredentials, saveAccount, saveDefaultUrl } from '../connection/credentials.ts';
import { type Context, performAlone } from '../connection/perform.ts';
import { openQuestions, type Questions } from '../terminal/ask-user.ts';
import { EXIT } from '../terminal/exit.ts';
import type { Screen } from '../terminal/screen.ts';
import { plain } from '../terminal/text.ts';
import type { GridCommand } from './grid-command.ts';

interface LoginOptions {
  readonly username?: string;
  readonly apiKey?: boolean;
}

export function addSessionCommands(program: GridCommand): void {
  program
    .command('login')
    .description('Sign in to a server, which later commands use')
    .option('-u, --username <name>', 'default: ask')
    .addOption(new Option('--api-key', 'keep an API key instead of a session').conflicts('username'))
    .examples(
      'grid login --url https://grid.example.org',
      'grid login --username ada < password.txt',
      'grid login --api-key < key.txt',
    )
    .action((options: LoginOptions, command: Command) =>
      performAlone(command, (screen, url) => login(screen, url, options)),
    );
  program
    .command('logout')
    .description('End the session and delete its credentials')
    .examples('grid logout', 'grid logout --url https://grid.example.org')
    .asks(logout);
  program
    .command('whoami')
    .description('User and server')
    .examples('grid whoami', 'grid whoami --json | jq -r .username')
    .asks(whoami);
}

async function login(screen: Screen, url: string, { username, apiKey }: LoginOptions) {
  const questions = openQuestions();
  try {
    const account = await (apiKey
      ? keyAccount(questions)
      : passwordAccount(screen, url, questions, username));
    const session = 'api_key' in account ? withApiKey(account.api_key) : bearerOf(account);
    const me = await data(clientOf(url, screen, session).GET('/api/users/me'));
    await saveAccount(url, 'api_key' in account ? account : { ...account, username: me.username });
    await saveDefaultUrl(url);
    screen.answer({ url, ...me });
    screen.say(`Signed in to ${url} as ${plain(me.username)}`);
    return EXIT.solved;
  } finally {
    questions.close();
  }
}

const bearerOf = ({ access_token }: Tokens) => ({
  ...anonymous,
  headers: async () => ({ authorization: `Bearer ${access_token}` }),
});

const keyAccount = async (questions: Questions): Promise<Account> => ({
  api_key: await questions.ask('API key', { isSecret: true }),
});

async function passwordAccount(screen: Screen, url: string, questions: Questions, name?: string) {
  const username = name ?? (await questions.ask('Username'));
  const password = await questions.ask('Password', { isSecret: true });
  const client = clientOf(url, screen);
  const reply = await data(client.POST('/api/auth/login', { body: { username, password } }));
  const tokens = 'temp_token' in reply ? await verified(client, questions, reply.temp_token) : reply;
  return { username, ...toTokens(tokens) };
}

async function verified(client: Client, questions: Questions, temp_token: string) {
  const code = await questions.ask('Code of the authenticator, or a recovery code');
  return data(client.POST('/api/auth/verify-2fa', { body: { temp_token, code } }));
}

/** Deletes the stored credentials, and ends the session at the server if it can be reached. */
async function logout({ client, screen, url }: Context) {
  const account = (await readCredentials()).servers[url];
  if (account && 'access_token' in account) {
    await data(client.POST('/api/auth/logout')).catch((error: Error) =>
      screen.note(`Session not ended at the server: ${error.message}`),
    );
  }
  await saveAccount(url, undefined);
  screen.answer({ url, signed_out: account !== undefined });
  screen.say(account ? `Signed out of ${url}` : `Not signed in to ${url}`);
  return EXIT.solved;
}

async function whoami({ client, screen, url }: Context) {
  const me = await data(client.GET('/api/users/me'));
  screen.answer({ url, ...me });
  screen.say(`${plain(me.username)} (${me.role}) at ${url}`);
  return EXIT.solved;
}
