/** Runs the command line as a process, with its own credentials; also in a terminal. */
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
  /** Resolves when either output stream has printed `words`. */
  until(words: RegExp): Promise<void>;
  type(text: string): void;
  endInput(): void;
  /** Sends the signal that a shell sends on Ctrl-C. */
  interrupt(): void;
  readonly ended: Promise<Ended>;
}

export interface Grid {
  readonly url: string;
  /** Environment of the command, which replaces that of the tests. */
  readonly env: Readonly<Record<string, string>>;
  /** Working folder. */
  readonly folder: string;
  readonly credentials: string;
  /** Writes a file; resolves with its path. */
  file(name: string, content: unknown): Promise<string>;
  start(...args: readonly string[]): Running;
  /** Starts the command in a terminal, which joins both output streams. */
  startInTerminal(...args: readonly string[]): Running;
  run(...args: readonly string[]): Promise<Ended>;
  /** Runs the command and parses its output as JSON. */
  json<T>(...args: readonly string[]): Promise<T>;
  signIn(username: string, password: string): Promise<void>;
  remove(): Promise<void>;
}

/** Makes the command line for a service. `env`: overrides variables of the tests' environment. */
export async function gridAt(url: string, env: Readonly<Record<string, string>> = {}): Promise<Grid> {
  const folder = await mkdtemp(join(tmpdir(), 'grid-cli-'));
  // Removes CI, under which Node assumes a terminal without colours.
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
    // Uses `exec`: a shell in between would exit with 130 after Ctrl-C, whatever grid returns.
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
