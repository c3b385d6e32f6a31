/** Where in a list a page is; one line, and only when there is more to see. */
import type { Screen } from '../terminal/screen.ts';

interface Page {
  readonly offset: number;
  readonly shown: number;
  readonly total: number;
}

export function notePage(screen: Screen, { offset, shown, total }: Page): void {
  const end = offset + shown;
  if (total === 0) screen.note('None');
  if (shown === total) return;
  const next = end < total ? `; the next: --offset ${end}` : '';
  screen.note(shown === 0 ? `None of ${total} from ${offset}` : `${offset + 1} to ${end} of ${total}${next}`);
}
