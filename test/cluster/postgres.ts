/** The PostgreSQL of a cluster, in which Temporal keeps its state. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../../workers/local/plain/run-command.mjs';
import type { StackCommand } from '../../workers/local/stack/run-processes.ts';

const USER = 'postgres';
/** Folder in which every user may create one; unlike /tmp it survives a restart of the machine. */
const OPEN = '/var/tmp';
const INIT_S = 60;

interface PostgresOptions {
  /** Folder with `initdb` and `postgres`. */
  readonly programs: string;
  readonly dataFolder: string;
  readonly port: number;
  /** True if data survive a loss of power, beyond the end of processes. */
  readonly isDurable: boolean;
}

/** Creates the database unless it exists; resolves with the command that runs it. */
export async function createPostgres({
  programs,
  dataFolder,
  port,
  isDurable,
}: PostgresOptions): Promise<StackCommand> {
  const owner = await ownerOfData();
  const folder = postgresFolder(dataFolder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (owner) await chown(folder, owner.uid, owner.gid);
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    const args = ['-D', folder, '-A', 'trust', '-U', USER, '-E', 'UTF8', '--no-sync'];
    await runCommand(join(programs, 'initdb'), args, { deadlineS: INIT_S, cwd: '/', owner });
  }
  const options = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '300',
    shared_buffers: '128MB',
    // Written pages outlive the process either way: `fsync` protects against a crash of the machine only.
    fsync: isDurable ? 'on' : 'off',
  };
  const settings = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return {
    name: 'postgres',
    command: join(programs, 'postgres'),
    args: ['-D', folder, '-p', String(port), ...settings],
    owner,
    // Stops without waiting for clients.
    stopSignal: 'SIGINT',
  };
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root: root uses the user of its package. */
async function ownerOfData(): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const id = async (option: string) => Number(await runCommand('id', [option, USER]));
  try {
    return { uid: await id('-u'), gid: await id('-g') };
  } catch (error) {
    throw new Error(`PostgreSQL does not run as root, and there is no user ${USER} to run it as`, {
      cause: error,
    });
  }
}

/**
 * The user of PostgreSQL cannot enter folders of root: its data folder is elsewhere, named after the stack's data
 * folder.
 */
export const postgresFolder = (dataFolder: string): string =>
  process.getuid?.() === 0
    ? join(OPEN, `grid-postgres-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)}`)
    : join(dataFolder, 'postgres');
