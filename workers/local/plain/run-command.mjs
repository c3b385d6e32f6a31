/** Runs a command to its end within a deadline; a failure quotes its output. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Number of characters that are quoted from the beginning, and from the end, of a long output. */
const QUOTED = 2000;
/** Time after the deadline in which a command may end by itself, ms. */
const GRACE_MS = 20_000;
/** Pattern of output lines of go, npm and pip that show progress or references and never name a cause. */
const ASIDE =
  /^(go: downloading .*|npm (warn deprecated|notice)\b.*|npm error( (code|syscall|errno|path|dest|A complete log)\b.*)?|\[notice\].*)$/;

/**
 * Resolves with stdout; rejects if the command fails, cannot be started, or takes longer than `deadlineS`. With `log`, the
 * complete output of a failure is written there, and the error quotes only the first line that names a cause, the last line, and
 * the file to look at (`see`).
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ deadlineS?: number, cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean, owner?: { uid: number, gid: number } |
 * undefined, log?: string, see?: string }} [options]
 * @returns {Promise<string>}
 */
export async function runCommand(
  command,
  args,
  { deadlineS = 60, cwd, env = process.env, show = false, owner, log, see } = {},
) {
  const child = spawn(command, args, {
    ...(cwd !== undefined && { cwd }),
    env,
    ...owner,
    stdio: show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  let isLate = false;
  // Does not use the option `timeout` of spawn, which keeps this process alive when the command could not be started. A
  // command that starts others is asked to end first, so that it ends the others.
  let grace = /** @type {NodeJS.Timeout | undefined} */ (undefined);
  const deadline = setTimeout(() => {
    isLate = child.kill('SIGTERM');
    grace = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
  }, deadlineS * 1000);
  const [code, signal] = await once(child, 'close').finally(() => {
    clearTimeout(deadline);
    clearTimeout(grace);
  });
  if (code === 0) return out;
  const end = isLate ? `was stopped after ${deadlineS} s` : `ended with ${signal ?? code}`;
  const said = log ? [...causes(err || out), await keep(log, err + out, see)] : [quote(err || out)];
  const verb = args.find((arg) => !arg.startsWith('-'));
  throw new Error([`${command} ${verb ? `${verb} ` : ''}${end}`, ...said].join('\n'));
}

/** @param {string} output */
const quote = (output) =>
  output.length <= 2 * QUOTED ? output : `${output.slice(0, QUOTED)}\n[...]\n${output.slice(-QUOTED)}`;

/**
 * The first line that names a cause, and the last line.
 * @param {string} output
 */
function causes(output) {
  const lines = output.split('\n').map((line) => line.trim());
  const telling = lines.filter((line) => line && !ASIDE.test(line));
  return telling.filter((_, at) => at === 0 || at === telling.length - 1);
}

/**
 * Writes the log, and returns a sentence that tells where to look. A log that cannot be written must not hide the
 * failure.
 * @param {string} log
 * @param {string} output
 * @param {string} [see]
 */
async function keep(log, output, see) {
  const place = await mkdir(dirname(log), { recursive: true })
    .then(() => writeFile(log, output))
    .then(
      () => `the whole output is in ${log}`,
      (error) => `the output could not be kept: ${error.message}`,
    );
  return see ? `Look at ${see}; ${place}` : place;
}
