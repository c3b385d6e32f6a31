/** A commit of this repository, compiled in a folder of its own with the packages of its own lock file. */
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../../workers/local/plain/paths.mjs';
import { runCommand } from '../../../workers/local/plain/run-command.mjs';

const STEP_S = 900;
/** Only the engine is used: neither servers nor pages are compiled. */
const ENGINE_ONLY = {
  extends: './tsconfig.json',
  include: [],
  files: ['solve-request', 'warm-up'].map((module) => `activities/engine/run/${module}.ts`),
};

export interface OlderVersion {
  /** Folder of the compiled files. */
  readonly dist: string;
  /** Full name of the commit. */
  readonly commit: string;
  remove(): Promise<void>;
}

/** Checks out and compiles the commit. Rejects with the output of a failed command, after removing its files. */
export async function buildVersion(name: string): Promise<OlderVersion> {
  const commit = (await git('rev-parse', '--verify', `${name}^{commit}`)).trim();
  const folder = await mkdtemp(join(tmpdir(), 'grid-version-'));
  const tree = join(folder, 'tree');
  const remove = async (): Promise<void> => {
    await git('worktree', 'remove', '--force', tree).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
    await git('worktree', 'prune');
  };
  try {
    await git('worktree', 'add', '--detach', tree, commit);
    await install(tree);
    const project = join(tree, 'tsconfig.engine.json');
    await writeFile(project, JSON.stringify(ENGINE_ONLY));
    await run(process.execPath, [join(tree, 'node_modules/typescript-7/bin/tsc'), '-p', project], tree);
    return { dist: join(tree, 'dist'), commit, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Links the packages of this folder if the lock files are equal, else installs them. */
async function install(tree: string): Promise<void> {
  const [ours, theirs] = await Promise.all(
    [ROOT, tree].map((folder) => readFile(join(folder, 'package-lock.json'), 'utf8')),
  );
  if (ours === theirs) return symlink(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], tree);
}

const git = (...args: readonly string[]): Promise<string> => run('git', args, ROOT);

const run = (command: string, args: readonly string[], cwd: string): Promise<string> =>
  runCommand(command, args, { cwd, deadlineS: STEP_S });
