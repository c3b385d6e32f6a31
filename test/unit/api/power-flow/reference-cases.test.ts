/** Worked examples of the reference over HTTP; skipped if they are missing. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { tokenOf } from '../../../support/callers/accounts.ts';
import { saidOf } from '../../../support/said-of.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';

const CASES = new URL('../../../../../../shared/cases/power-flow.json', import.meta.url);
const HOW_MANY = 58;

interface Example {
  readonly endpoint: string;
  readonly name: string;
  readonly method?: string;
  readonly request?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  readonly rawBody?: string;
  readonly status: number;
  readonly response: Readonly<Record<string, unknown>>;
}

/** Checks whose replies and refusals must equal those of the examples exactly. */
const EXACT = [
  'validate-contingency',
  'validate-flow',
  'check-violations',
  'analyze-stability',
  'validate-units',
];
/** Checks whose replies may have more fields than the examples. */
const ADDITIVE = ['line-limits'];

const examples: Example[] = existsSync(CASES) ? Object.values(JSON.parse(readFileSync(CASES, 'utf8'))) : [];

describe('the worked examples of the power-flow checks', () => {
  let app: TestApp;
  let token: string;
  before(async () => {
    app = await startApp();
    token = await tokenOf(app.deps);
  });
  after(() => app.close());

  if (examples.length === 0) {
    it('are not at hand here: only the tables of the other tests are checked', () => {
      process.stderr.write(`no examples: ${CASES.pathname} does not exist\n`);
    });
  } else {
    it(`number ${HOW_MANY}, without omissions`, () => assert.equal(examples.length, HOW_MANY));
  }
  for (const example of examples) {
    it(`${example.endpoint}: ${example.name}`, async () => {
      const { endpoint, method = 'POST', request, query, rawBody, status, response } = example;
      const path = `/api/modules/power-flow/${endpoint}?${new URLSearchParams(query)}`;
      const body = rawBody === undefined ? { body: request } : { raw: rawBody };
      const answer = await app.call(method, path, { token, ...(method === 'POST' && body) });
      assert.equal(answer.status, status, answer.text);
      if (EXACT.includes(endpoint)) assert.deepEqual(answer.body, response);
      else if (status !== 200) assert.match(JSON.stringify(answer.body.detail), rejection(response));
      else if (ADDITIVE.includes(endpoint)) assert.deepEqual(saidOf(answer.body, response), response);
      else assert.deepEqual(withoutAdditions(answer.body, response), response);
    });
  }
});

/** Removes fields of `details` and `summary` that the example does not have. */
const withoutAdditions = (body: Record<string, unknown>, expected: object) =>
  Object.fromEntries(
    Object.entries(body).filter(([field]) => field in expected || !['details', 'summary'].includes(field)),
  );

/** Pattern of the refusal in an example: its place and type, or the beginning of its text. */
function rejection({ detail }: Example['response']): RegExp {
  if (typeof detail === 'string') return new RegExp(`^"${detail}`);
  const [{ loc, type }] = Object(detail);
  return new RegExp(`${JSON.stringify(loc).replace(/[[\]]/g, '\\$&')}.*"type":"${type}"`);
}
