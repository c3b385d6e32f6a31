/** Reports tests: a line for each file at its end, failures in full, and all failures again at the end. */
import type { Ended } from './lane-messages.ts';

/** Duration of a file, s. */
interface FileTimes {
  readonly file: string;
  readonly tests: number;
  readonly hooks: number;
}

export interface Summary {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly files: readonly FileTimes[];
}

export interface Report {
  ended(lane: object, part: Ended): void;
  /** Records text that a test or its process has printed. */
  printed(lane: object, text: string): void;
  /** Records that the unit of a lane has ended, and with it its current file. */
  over(lane: object): void;
  failing(): readonly string[];
  /** Marks a file as repeated. The repetition counts; the failures of the first run are still listed at the end. */
  again(file: string): void;
  summary(): Summary;
}

interface Running {
  file: string;
  parts: Ended[];
  text: string;
}

export function createReport(say: (line: string) => void): Report {
  const running = new Map<object, Running>();
  const files = new Map<string, FileTimes>();
  let all: readonly Ended[] = [];
  const before: Ended[] = [];
  const at = (lane: object): Running => {
    const state = running.get(lane) ?? { file: '', parts: [], text: '' };
    running.set(lane, state);
    return state;
  };
  const fileEnded = (lane: object) => {
    const { file, parts, text } = at(lane);
    running.delete(lane);
    if (text) say(text.trimEnd());
    if (parts.length === 0) return;
    const times = timesOf(file, parts, files.get(file));
    files.set(file, times);
    say(lineOf(times, parts));
    for (const { title, error } of parts.filter(isFailed)) say(indented(`${title}\n${error ?? ''}`));
  };
  return {
    ended(lane, part) {
      if (at(lane).file !== part.file) fileEnded(lane);
      const current = at(lane);
      current.file = part.file;
      current.parts.push(part);
      all = [...all, part];
    },
    printed(lane, text) {
      at(lane).text += text;
    },
    over: fileEnded,
    failing: () => [...new Set(all.filter(isFailed).map(({ file }) => file))],
    again(file) {
      before.push(...all.filter((part) => part.file === file && isFailed(part)));
      all = all.filter((part) => part.file !== file);
    },
    summary() {
      const tests = all.filter(({ kind }) => kind === 'test');
      const failed = tests.filter(isFailed);
      const unsteady = before.filter(({ file }) => !failed.some((test) => test.file === file));
      if (unsteady.length > 0)
        say(`\nFailed in parallel with other files, and passed alone:\n${listed(unsteady)}`);
      if (failed.length > 0) say(`\nFailed:\n${listed(failed)}`);
      for (const [reason, count] of lacks(tests)) say(`\nSkipped: ${tally(count)}. ${reason}`);
      const count = (state: Ended['state']) => tests.filter((test) => test.state === state).length;
      return {
        ...{ passed: count('passed'), failed: failed.length, skipped: count('skipped') },
        files: [...files.values()],
      };
    },
  };
}

const listed = (tests: readonly Ended[]): string =>
  tests.map(({ file, title }) => `  ${file}: ${title}`).join('\n');

const tally = (tests: number): string => (tests === 1 ? '1 test' : `${tests} tests`);

/** Number of skipped tests, by reason. */
function lacks(tests: readonly Ended[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { state, error = '' } of tests)
    if (state === 'skipped') counts.set(error, (counts.get(error) ?? 0) + 1);
  return counts;
}

const isFailed = ({ state }: Ended): boolean => state === 'failed';
const indented = (text: string): string => text.replace(/^(?=.)/gm, '    ');
const seconds = (parts: readonly Ended[], kind: Ended['kind']): number =>
  parts.filter((part) => part.kind === kind).reduce((sum, { ms }) => sum + ms / 1000, 0);

const timesOf = (file: string, parts: readonly Ended[], before = { tests: 0, hooks: 0 }): FileTimes => ({
  file,
  tests: before.tests + seconds(parts, 'test'),
  hooks: before.hooks + seconds(parts, 'hook'),
});

function lineOf({ file, tests, hooks }: FileTimes, parts: readonly Ended[]): string {
  const count = (state: Ended['state']) =>
    parts.filter((part) => part.kind === 'test' && part.state === state).length;
  const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')];
  const counts = [
    `${passed} passed`,
    ...(failed ? [`${failed} FAILED`] : []),
    ...(skipped ? [`${skipped} skipped`] : []),
  ];
  return `${failed ? '✖' : '✔'} ${file}: ${counts.join(', ')} (${(tests + hooks).toFixed(1)} s)`;
}
