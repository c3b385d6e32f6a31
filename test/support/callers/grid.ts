/** The command line as a process of its own, with credentials of its own; also in a terminal. */
import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const MAIN = new URL('../../../api/cli/main.js', import.meta.url).pathname;
const LIMIT_MS = 90_000;

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  /** Resolves when it has written `words`, to either stream. */
  until(words: RegExp): Promise<void>;
  type(text: string): void;
  endInput(): void;
  /** What Ctrl-C does in the shell that started it. */
  interrupt(): void;
  readonly ended: Promise<Ended>;
}

export interface Grid {
  readonly url: string;
  /** What it was started with in place of the environment of the tests. */
  readonly env: Readonly<Record<string, string>>;
  /** For what it reads and writes. */
  readonly folder: string;
  readonly credentials: string;
  /** Resolves with the path of the file. */
  file(name: string, content: unknown): Promise<string>;
  start(...args: readonly string[]): Running;
  /** In a terminal, where both streams are one. */
  startInTerminal(...args: readonly string[]): Running;
  run(...args: readonly string[]): Promise<Ended>;
  /** What it wrote as JSON. */
  json<T>(...args: readonly string[]): Promise<T>;
  signIn(username: string, password: string): Promise<void>;
  remove(): Promise<void>;
}

/** `env`: in place of what the environment of the tests says. */
export async function gridAt(url: string, env: Readonly<Record<string, string>> = {}): Promise<Grid> {
  const folder = await mkdtemp(join(tmpdir(), 'grid-cli-'));
  // Node takes a terminal below CI for one without colours.
  const { CI: _, FORCE_COLOR: __, ...inherited } = process.env;
  const all = {
    ...inherited,
    XDG_CONFIG_HOME: folder,
    GRID_URL: url,
    GRID_API_KEY: '',
    BROWSER: 'true',
    TERM: 'xterm',
    NO_COLOR: '',
    ...env,
  };
  const begin = (command: string, args: readonly string[]): Running =>
    follow(spawn(command, args, { cwd: folder, env: all }));
  const start = (...args: readonly string[]): Running => begin(process.execPath, [MAIN, ...args]);
  const run = (...args: readonly string[]): Promise<Ended> => {
    const running = start(...args);
    running.endInput();
    return running.ended;
  };
  return {
    url,
    env,
    folder,
    credentials: join(folder, 'grid', 'credentials.json'),
    async file(name, content) {
      const path = join(folder, name);
      const isText = typeof content === 'string' || content instanceof Uint8Array;
      await writeFile(path, isText ? content : JSON.stringify(content));
      return path;
    },
    start,
    // `exec`: a shell that stays in between ends with 130 itself after Ctrl-C, whatever grid says.
    startInTerminal: (...args) =>
      begin('script', ['-qefc', ['exec', process.execPath, MAIN, ...args].join(' '), '/dev/null']),
    run,
    async json(...args) {
      const { out, err, code } = await run(...args, '--json');
      try {
        return JSON.parse(out);
      } catch {
        throw new Error(`grid ${args.join(' ')} ended with ${code}: ${out}${err}`);
      }
    },
    async signIn(username, password) {
      const running = start('login', '--username', username);
      running.type(`${password}\n`);
      const { code, err } = await running.ended;
      assert.equal(code, 0, err);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function follow(child: ChildProcessWithoutNullStreams): Running {
  const written = { out: '', err: '' };
  const heard = new EventEmitter();
  child.stdout.setEncoding('utf8').on('data', (text) => {
    written.out += text;
    heard.emit('more');
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    written.err += text;
    heard.emit('more');
  });
  child.stdin.on('error', () => undefined);
  const late = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
  let isOver = false;
  const ended = once(child, 'close').then(([code]): Ended => {
    clearTimeout(late);
    isOver = true;
    heard.emit('more');
    return { code, ...written };
  });
  return {
    async until(words) {
      while (!words.test(written.out + written.err)) {
        assert.ok(!isOver, `it ended without ${words}: ${written.out}${written.err}`);
        await once(heard, 'more');
      }
    },
    type: (text) => child.stdin.write(text),
    endInput: () => child.stdin.end(),
    interrupt: () => child.kill('SIGINT'),
    ended,
  };
}
