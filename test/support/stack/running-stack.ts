/** The stack that `npm test` started: its addresses, and a signed-in administrator. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ProcessName, StackFile, StackProcess } from '../../../workers/local/stack/stack-file.ts';
import { type ApiClient, signIn } from '../callers/api-client.ts';

export interface RunningStack {
  readonly solverToken: string;
  readonly stack: StackFile;
  readonly admin: ApiClient;
}

export async function runningStack(): Promise<RunningStack> {
  const file = process.env['STACK_FILE'];
  if (!file) throw new Error('STACK_FILE is not set: run this suite with `npm test`, which starts the stack');
  const stack: StackFile = JSON.parse(await readFile(file, 'utf8'));
  const beside = async (name: string) => JSON.parse(await readFile(join(dirname(file), name), 'utf8'));
  const { username, password } = await beside('admin.json');
  const { SOLVER_TOKEN: solverToken } = await beside('secrets.json');
  return { stack, solverToken, admin: await signIn(stack.api_url, username, password) };
}

/** Creates a user of the stack and signs in. */
export async function newUser({ stack, admin }: Pick<RunningStack, 'stack' | 'admin'>): Promise<ApiClient> {
  const username = `user-${Math.random().toString(36).slice(2, 10)}`;
  const password = 'a long enough passphrase';
  const { status } = await admin.request('POST', '/api/auth/register', { body: { username, password } });
  if (status !== 201) throw new Error(`register answered ${status}`);
  return signIn(stack.api_url, username, password);
}

/** A process of the stack. Throws for a server outside the stack, of which only the address is known. */
export function processOf({ processes }: StackFile, name: ProcessName): StackProcess {
  const member = processes[name];
  if (!member) throw new Error(`the stack runs no ${name}`);
  return member;
}
