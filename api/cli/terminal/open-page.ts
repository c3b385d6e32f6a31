/** Opens a page in the browser of this machine, if it has one. */
import { spawn } from 'node:child_process';

const COMMANDS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

export function openPage(url: string): void {
  const [command, ...args] = COMMANDS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  // The error is ignored: without a browser, the printed address is enough.
  child.once('error', () => undefined);
  child.unref();
}
