/** Makes tests from a table of rules. The rows of a rule are sent to an application of its own. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Deps } from '../../../api/deps.ts';
import { addUser } from '../callers/accounts.ts';
import { type Answer, type CallOptions, startApp, type TestApp } from '../stack/app.ts';
import { fillIn } from './fill-in.ts';
import { match } from './match.ts';

/** People with an account, and a token of one session each, by role. */
const PEOPLE = { ada: 'user', bob: 'user', admin: 'admin' } as const;
const STEP_MS = 30_000;
/** Pattern of a request: `POST /path`, `10 x POST /path` in sequence, or `10 at once POST /path`. */
const REQUEST = /^(?:(\d+) (x|at once) )?([A-Z]+) (\S+)$/;

export interface Given {
  /** Dependencies of the application; a function creates new ones for each rule. */
  readonly deps?: Partial<Deps> | (() => Partial<Deps>);
  /** Values by their names in the table. */
  readonly values?: Readonly<Record<string, unknown>>;
}

interface Telling {
  readonly app: TestApp;
  /** A clock that only rows advance. */
  readonly clock: { ms: number };
  readonly values: Map<string, unknown>;
  readonly tokens: ReadonlyMap<string, string>;
  /** Number of audit entries that earlier rows made. */
  entries: number;
}

export function tellRules(table: string, options: Given = {}): void {
  for (const { title, rows } of readRules(table)) {
    it(title, async () => {
      const telling = await begin(rows, options);
      try {
        for (const row of rows) await tell(telling, row);
      } finally {
        await telling.app.close();
      }
    });
  }
}

async function begin([first]: readonly Row[], { deps, values }: Given): Promise<Telling> {
  const clock = { ms: Math.floor(Date.now() / STEP_MS) * STEP_MS };
  const settings = first?.request === 'settings' ? JSON.parse(first.body) : {};
  const extraDeps = typeof deps === 'function' ? deps() : deps;
  const app = await startApp({ settings, deps: { ...extraDeps, now: () => new Date(clock.ms) } });
  const namedValues = new Map<string, unknown>(Object.entries(values ?? {}));
  const tokens = new Map<string, string>();
  for (const [name, role] of Object.entries(PEOPLE)) {
    const { user_id: userId } = await addUser(app.deps, name, { role });
    const session = { userId, sessionId: randomUUID(), role, signedInAt: app.deps.now() };
    tokens.set(name, await app.deps.tokens.sign(session, app.deps.now()));
    namedValues.set(name, userId);
  }
  return { app, clock, values: namedValues, tokens, entries: 0 };
}

async function tell(telling: Telling, row: Row): Promise<void> {
  if (row.request === 'settings') return;
  const [, seconds] = /^wait (\S+)$/.exec(row.request) ?? [];
  if (seconds !== undefined) telling.clock.ms += Number(seconds) * 1000;
  else await ask(telling, row);
}

async function ask(telling: Telling, row: Row): Promise<void> {
  const place = `${row.place} ${row.request}`;
  const [, times = '1', how, method = '', path = ''] = REQUEST.exec(row.request) ?? [];
  assert.notEqual(method, '', `${place} is no request`);
  const expected = row.status.split(' ').flatMap(toStatuses);
  const got: number[] = [];
  const send = async (turn: number): Promise<void> => {
    const fill = (text: string) =>
      fillIn(text, { values: telling.values, turn, now: telling.app.deps.now() });
    const answer = await telling.app.call(
      method,
      fill(path),
      toOptions(fill(row.caller), fill(row.body), telling),
    );
    got.push(answer.status);
    if (expected.length === 1) assert.equal(answer.status, expected[0], `${place}: ${answer.text}`);
    if (answer.status === expected[0]) checkAnswer(telling, row, answer, fill);
  };
  const turns = Array.from({ length: Number(times) }, (_, turn) => turn);
  if (how === 'at once') await Promise.all(turns.map(send));
  else for (const turn of turns) await send(turn);
  if (expected.length > 1) assert.deepEqual(got.sort(), expected.sort(), place);
  await checkEntries(telling, row);
}

/** Expected statuses; `19*401` stands for 401 nineteen times. */
function toStatuses(text: string): number[] {
  const [status = '', times = '1'] = text.split('*').reverse();
  return Array<number>(Number(times)).fill(Number(status));
}

/**
 * Options of a call. Its caller is a person, a token, `-`, or headers; several callers are separated by ` | `. Its body
 * is JSON, `form ...` or `text ...`.
 */
function toOptions(caller: string, body: string, { tokens }: Telling): CallOptions {
  const headers: Record<string, string> = {};
  for (const part of caller.split(' | ')) {
    const [name = '', ...value] = part.split(': ');
    if (value.length > 0) headers[name] = value.join(': ');
    else if (part !== '-') headers['Authorization'] = `Bearer ${tokens.get(part) ?? part}`;
  }
  if (body === '') return { headers };
  const [, form] = /^form (.*)$/s.exec(body) ?? [];
  if (form !== undefined)
    return { raw: form, headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers } };
  return { raw: body.replace(/^text /, ''), headers };
}

function checkAnswer(
  { values }: Telling,
  row: Row,
  { headers, body, text }: Answer,
  fill: (cell: string) => string,
) {
  const keep = (name: string, value: unknown) => void values.set(name, value);
  const place = `${row.place} ${row.request}`;
  if (row.answer) match(JSON.parse(fill(row.answer)), body ?? text, keep, `${place}: the answer`);
  const patterns: object = row.headers ? JSON.parse(fill(row.headers)) : {};
  for (const [name, pattern] of Object.entries(patterns))
    match(pattern, headers.get(name), keep, `${place}: ${name}`);
}

/**
 * Checks all audit entries since the last row, oldest first: `event`, `event {details}` or `3*event`, separated by ` &
 * `. After simultaneous calls any entries are accepted: `*`.
 */
async function checkEntries(telling: Telling, row: Row): Promise<void> {
  const { audit, now } = telling.app.deps;
  const events = audit.events().slice(telling.entries);
  telling.entries += events.length;
  if (row.audit === '*') return;
  const expected = (row.audit === '' ? [] : row.audit.split(' & ')).flatMap(toEntries);
  const place = `${row.place} ${row.request}: the audit log`;
  assert.deepEqual(
    events,
    expected.map(({ event }) => event),
    place,
  );
  const entries = (await audit.list({ limit: events.length })).reverse();
  const context = { values: telling.values, turn: 0, now: now() };
  const keep = (name: string, value: unknown) => void telling.values.set(name, value);
  for (const [index, { details }] of expected.entries())
    match(JSON.parse(fillIn(details, context)), entries[index]?.details, keep, place);
}

function toEntries(text: string): { event: string; details: string }[] {
  const [, times = '1', event = '', details = '{}'] = /^(?:(\d+)\*)?(\w+)(?: (\{.*\}))?$/.exec(text) ?? [];
  return Array.from({ length: Number(times) }, () => ({ event, details }));
}

const FOLDER = new URL('../../../../test/cases/', import.meta.url);
const COLUMNS = ['rule', 'caller', 'request', 'body', 'status', 'answer', 'headers', 'audit'] as const;

/** A row of the table: the text of every cell, and its place as `file:line`. */
type Row = Readonly<Record<(typeof COLUMNS)[number] | 'place', string>>;

interface Rule {
  readonly title: string;
  readonly rows: readonly Row[];
}

/** Reads the rules. Rows before the first title begin every rule of the table. */
function readRules(file: string): Rule[] {
  const [head = '', ...lines] = readFileSync(new URL(file, FOLDER), 'utf8').trimEnd().split('\n');
  if (head !== COLUMNS.join('\t')) throw new Error(`the columns of ${file} are not ${COLUMNS.join()}`);
  const shared: Row[] = [];
  const rules: { title: string; rows: Row[] }[] = [];
  for (const [index, line] of lines.entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const row = toRow(line, `${file}:${index + 2}`);
    if (row.rule !== '')
      rules.push({ title: row.rule, rows: row.request === 'settings' ? [row, ...shared] : [...shared, row] });
    else (rules.at(-1)?.rows ?? shared).push(row);
  }
  return rules;
}

function toRow(line: string, place: string): Row {
  const cells = line.split('\t');
  if (cells.length > COLUMNS.length) throw new Error(`${place} has more cells than columns`);
  const texts = COLUMNS.map((column, index) => [column, cells[index] ?? '']);
  return { ...(Object.fromEntries(texts) as Row), place };
}
