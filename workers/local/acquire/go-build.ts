/** Builds a program of the Go modules that `temporal/server` pins with their hashes. */
import { basename, join } from 'node:path';
import { failureLog, ROOT } from '../plain/paths.mjs';
import { runCommand } from '../plain/run-command.mjs';
import { onPath } from './ways.ts';

const BUILD_S = 40 * 60;

interface Build {
  readonly env: NodeJS.ProcessEnv;
  /** Option of the linker, such as one that sets a version. */
  readonly stamp?: string;
}

/** Resolves with `target`. */
export async function goBuild(program: string, target: string, { env, stamp = '' }: Build): Promise<string> {
  if (!onPath('go', env))
    throw new Error(
      'There is no Go on PATH: install the version that temporal/server/go.mod names, or a newer one',
    );
  await runCommand('go', ['build', '-trimpath', '-ldflags', `-s -w ${stamp}`.trim(), '-o', target, program], {
    cwd: join(ROOT, 'temporal', 'server'),
    env: { ...env, CGO_ENABLED: '0' },
    deadlineS: BUILD_S,
    log: failureLog(`go-build-${basename(target)}`, env),
    see: 'go.mod and go.sum in temporal/server',
  });
  return target;
}
