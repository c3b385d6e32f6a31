/**
 * Follows a run until its end, or a table as it changes. Ctrl-C at a terminal asks what is to become of a run; elsewhere
 * it detaches, and the run goes on.
 */
import { createInterface } from 'node:readline/promises';
import { isPassing, sleep } from '../../client/patient-fetch.ts';
import type { FollowOptions } from '../../client/runs.ts';
import type { Context } from '../connection/perform.ts';
import { EXIT, type Exit, sayError } from '../terminal/exit.ts';
import type { Screen } from '../terminal/screen.ts';
import { localTime, plain, type Row, textTable } from '../terminal/text.ts';

export interface Watched<R> {
  /** What it is; said once Ctrl-C is heard, so that who reads it may press it. */
  readonly title: string;
  follow(options: FollowOptions): AsyncIterable<R>;
  /** One line of how far it is. */
  line(status: R): string;
  /** What has changed when it is worth a line of a log. */
  phase(status: R): string;
  /** Ends the search with what it has found; absent where there is no such thing. */
  stop?(): Promise<unknown>;
  cancel(): Promise<unknown>;
  /** The command that goes on watching. */
  readonly again: string;
}

/** Resolves with the exit code of `finish`, or that of having detached. */
export async function watchRun<R>(
  { screen }: Pick<Context, 'screen'>,
  run: Watched<R>,
  finish: (last: R) => Promise<Exit>,
): Promise<Exit> {
  const detach = new AbortController();
  const interrupt = onInterrupt({ screen }, run, detach);
  screen.note(run.title);
  let last: R | undefined;
  try {
    for await (const status of run.follow({ signal: detach.signal })) {
      last = status;
      if (!interrupt.isAsking()) screen.live(run.line(status), run.phase(status));
    }
  } catch (error) {
    if (!detach.signal.aborted) throw error;
    screen.still();
    screen.note(`Detached; it goes on. To watch it again: ${run.again}`);
    return EXIT.detached;
  } finally {
    interrupt.close();
    screen.still();
  }
  return last === undefined ? EXIT.refused : finish(last);
}

/** Asks once at a time; a second Ctrl-C detaches. */
function onInterrupt<R>({ screen }: Pick<Context, 'screen'>, run: Watched<R>, detach: AbortController) {
  let asking: AbortController | undefined;
  const decide = async (): Promise<void> => {
    if (!process.stdin.isTTY || asking) return detach.abort();
    asking = new AbortController();
    screen.still();
    const answer = await question(run.stop !== undefined, asking.signal);
    asking = undefined;
    if (answer.startsWith('d')) detach.abort();
    else if (answer.startsWith('s') && run.stop) await attempt(run.stop(), 'Stopping with the best so far');
    else if (answer.startsWith('c')) await attempt(run.cancel(), 'Cancelling');
  };
  const attempt = async (action: Promise<unknown>, words: string): Promise<void> => {
    try {
      await action;
      screen.note(words);
    } catch (error) {
      for (const line of sayError(error, screen.isVerbose)) screen.note(line);
    }
  };
  const listener = (): void => void decide();
  process.on('SIGINT', listener);
  return {
    isAsking: () => asking !== undefined,
    close() {
      process.off('SIGINT', listener);
      asking?.abort();
    },
  };
}

/** Resolves with an empty answer when `signal` aborts, and with `d` at another Ctrl-C. */
async function question(mayStop: boolean, signal: AbortSignal): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const again = new AbortController();
  lines.once('SIGINT', () => again.abort());
  const words = `It is still running: [d]etach, ${mayStop ? '[s]top with the best so far, ' : ''}[c]ancel, or Enter to go on: `;
  try {
    const answer = await lines.question(words, { signal: AbortSignal.any([signal, again.signal]) });
    return answer.trim().toLowerCase();
  } catch {
    return again.signal.aborted ? 'd' : '';
  } finally {
    lines.close();
  }
}

const AGAIN_MS = 2000;

/** Until Ctrl-C; a server that is away is waited for. */
export async function watchRows(
  screen: Screen,
  head: readonly string[],
  read: () => Promise<readonly Row[]>,
): Promise<Exit> {
  const over = new AbortController();
  process.once('SIGINT', () => over.abort());
  const told = new Set<string>();
  let rows: readonly Row[] | undefined;
  while (!over.signal.aborted) {
    rows = await read().catch((error: unknown) => {
      if (rows === undefined || !isPassing(error)) throw error;
      return rows;
    });
    if (screen.isTerminal) screen.redraw(textTable(head, rows));
    else tellNew(screen, rows, told);
    await sleep(AGAIN_MS, over.signal).catch(() => undefined);
  }
  return EXIT.detached;
}

function tellNew(screen: Screen, rows: readonly Row[], told: Set<string>): void {
  const lines = rows.map((row) => plain(row.join('  '))).filter((line) => !told.has(line));
  for (const line of lines) {
    screen.say(`${localTime(new Date().toISOString())}  ${line}`);
    told.add(line);
  }
}
