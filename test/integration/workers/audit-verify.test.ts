/** `npm run audit:verify`, as an operator runs it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { auditIndexes, createAudit } from '../../../mongo/audit.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';

const SCRIPT = fileURLToPath(new URL('../../../workers/audit-verify.js', import.meta.url));

async function run(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [SCRIPT], { env: { ...process.env, ...env } });
  const [line, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  assert.match(line, /^\{.*\}\n$/);
  return { code, verdict: JSON.parse(line) };
}

describe('npm run audit:verify', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await openTestDatabase([auditIndexes]);
    const audit = createAudit(database.db);
    for (let n = 0; n < 3; n++) await audit.record('login', { userId: 'ada', details: { n } });
  });
  afterEach(() => database.drop());
  const verify = () => run({ MONGODB_DATABASE: database.db.databaseName });

  it('ends with 0 while the log is as it was written', async () => {
    assert.deepEqual(await verify(), { code: 0, verdict: { valid: true, entries: 3, first_bad: null } });
  });
  it('ends with 1 and names the entry that was changed', async () => {
    await database.db.collection('audit').updateOne({ seq: 2 }, { $set: { user_id: 'bob' } });
    const { code, verdict } = await verify();
    assert.equal(code, 1);
    assert.equal(verdict.entries, 1);
    assert.equal(verdict.first_bad.seq, 2);
    assert.equal(verdict.first_bad.problem, 'changed');
  });
  it('ends with 2 when the log cannot be read', async () => {
    const { code, verdict } = await run({ MONGODB_URI: 'mongodb://127.0.0.1:1/' });
    assert.equal(code, 2);
    assert.match(verdict.error, /ECONNREFUSED/);
  });
});
