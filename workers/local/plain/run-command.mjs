/** Runs a command to its end, within a deadline; its output is kept for the error message. */
import { spawn } from 'node:child_process';

const KEPT = 4000;

/**
 * Resolves with stdout; rejects when the command fails, cannot be started, or takes longer than `deadlineS`.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ deadlineS?: number, cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean, owner?: { uid: number, gid: number } | undefined }} [options]
 * @returns {Promise<string>}
 */
export function runCommand(
  command,
  args,
  { deadlineS = 60, cwd, env = process.env, show = false, owner } = {},
) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...(cwd !== undefined && { cwd }),
      env,
      ...owner,
      stdio: show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    });
    // Not spawn's own `timeout`: it keeps this process alive when the command could not be started.
    const deadline = setTimeout(() => child.kill('SIGKILL'), deadlineS * 1000);
    let out = '';
    let err = '';
    child.stdout?.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      err = (err + chunk).slice(-KEPT);
    });
    child.on('error', (error) => {
      clearTimeout(deadline);
      reject(error);
    });
    child.on('close', (code, signal) => {
      clearTimeout(deadline);
      if (code === 0) resolve(out);
      else
        reject(
          new Error(`${command} ${args[0] ?? ''} ended with ${signal ?? code}\n${(err || out).slice(-KEPT)}`),
        );
    });
  });
}
