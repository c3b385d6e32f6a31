/** What became of the content of a file, line by line. */

import type { Context } from '../connection/perform.ts';
import { plain } from '../terminal/plain.ts';
import type { importBytes } from './import-bytes.ts';

type Report = Awaited<ReturnType<typeof importBytes>>['report'];

export function showReport(screen: Context['screen'], { kept, changed, dropped }: Report): void {
  const parts = [
    ['kept', kept],
    ['changed', changed],
    ['dropped', dropped],
  ] as const;
  for (const [part, entries] of parts) {
    for (const { count, message, severity } of entries) {
      const words = `${part.padEnd(8)} ${plain(message)}${count > 1 ? ` (${count})` : ''}`;
      screen.say(severity === 'warning' ? screen.paint('yellow', words) : words);
    }
  }
}
