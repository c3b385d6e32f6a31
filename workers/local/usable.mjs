/** Whether an executable runs on this machine and is new enough. */
import { runCommand } from './run-command.mjs';

/**
 * Resolves with `command`; rejects when it does not run (a library is missing, another platform) or calls itself
 * older than `least` = `[major, minor]`. One that tells no version is taken at its word.
 */
export async function usable(command, least) {
  const [, major, minor] = /(\d+)\.(\d+)\.\d+/.exec(await runCommand(command, ['--version'])) ?? [];
  const isOlder = Number(major) < least[0] || (Number(major) === least[0] && Number(minor) < least[1]);
  if (isOlder) throw new Error(`${command} is ${major}.${minor}, at least ${least.join('.')} is needed`);
  return command;
}
