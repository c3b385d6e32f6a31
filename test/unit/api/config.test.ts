/** Settings: defaults, refusals, and the example file. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { apiSettings, readConfig } from '../../../api/config.ts';
import { mcpSettings } from '../../../api/mcp/settings.ts';
import { workerSettings } from '../../../workers/config.ts';

/** Schemas of the settings of every process. If several processes read a setting, the last description is used. */
const SCHEMAS = [mcpSettings, workerSettings, apiSettings];

const SECRETS = { JWT_SECRET: 's'.repeat(32), PASSWORD_PEPPER: 'p'.repeat(32) };

describe('readConfig', () => {
  it('has a default for everything but secrets', () => {
    const settings = readConfig({ ...SECRETS, CORS_ORIGINS: '' });
    assert.equal(settings.API_PORT, 8000);
    assert.equal(settings.RATE_LIMIT_SOLVES_PER_MINUTE, 10);
    assert.equal(settings.AUTH_BYPASS_ENABLED, false);
    assert.equal(settings.TEMPORAL_ADDRESS, '127.0.0.1:7233');
    assert.equal(settings.BCRYPT_COST, 12);
  });

  it('converts text and ignores unknown settings', () => {
    const settings = readConfig({
      ...SECRETS,
      API_PORT: '81',
      ALLOW_PUBLIC_REGISTRATION: 'true',
      PATH: '/bin',
    });
    assert.equal(settings.API_PORT, 81);
    assert.equal(settings.ALLOW_PUBLIC_REGISTRATION, true);
    assert.equal('PATH' in settings, false);
  });

  it('names all problems at once and no value', () => {
    const env = { JWT_SECRET: 'shh', API_PORT: 'secret-port', LOG_LEVEL: 'loud' };
    assert.throws(
      () => readConfig(env),
      ({ message }: Error) => {
        for (const name of ['JWT_SECRET', 'PASSWORD_PEPPER', 'API_PORT', 'LOG_LEVEL'])
          assert.match(message, new RegExp(name));
        assert.doesNotMatch(message, /shh|secret-port|loud/);
        return true;
      },
    );
  });

  it('takes an address of the Temporal Web UI that a page may link to, and no other', () => {
    const read = (TEMPORAL_UI_URL: string) => readConfig({ ...SECRETS, TEMPORAL_UI_URL }).TEMPORAL_UI_URL;
    assert.equal(read('http://127.0.0.1:8233'), 'http://127.0.0.1:8233');
    assert.equal(read(''), undefined);
    for (const url of ['javascript:alert(1)', 'temporal', 'https://user:word@temporal.example'])
      assert.throws(() => read(url), /TEMPORAL_UI_URL/);
  });

  it('takes keys of payloads with different ids, the first of which may be plain', () => {
    const key = `${'A'.repeat(43)}=`;
    const read = (TEMPORAL_PAYLOAD_KEYS: string) => readConfig({ ...SECRETS, TEMPORAL_PAYLOAD_KEYS });
    for (const keys of ['', `a:${key}`, `b-2:${key},a:${key}`, `plain,a:${key}`, 'plain'])
      assert.equal(read(keys).TEMPORAL_PAYLOAD_KEYS ?? '', keys);
    for (const keys of [
      key,
      'a:',
      `a:${key}AA`,
      `a:${key},`,
      `a:${key},a:${key}`,
      `a:${key},plain`,
      `plain:${key}`,
    ])
      assert.throws(
        () => read(keys),
        ({ message }: Error) => message.includes('TEMPORAL_PAYLOAD_KEYS must') && !message.includes(key),
      );
  });

  it('refuses bypass and cheap hashes in production', () => {
    const production = { ...SECRETS, NODE_ENV: 'production' };
    assert.throws(() => readConfig({ ...production, AUTH_BYPASS_ENABLED: 'true' }), /AUTH_BYPASS_ENABLED/);
    assert.throws(() => readConfig({ ...production, BCRYPT_COST: '4' }), /BCRYPT_COST/);
    const admin = { ADMIN_USERNAME: 'root', ADMIN_PASSWORD: 'admin' };
    assert.throws(() => readConfig({ ...production, ...admin }), /ADMIN_PASSWORD/);
    assert.throws(() => readConfig({ ...SECRETS, ADMIN_USERNAME: 'root' }), /go together/);
    assert.equal(readConfig({ ...SECRETS, ...admin }).ADMIN_USERNAME, 'root');
    assert.equal(readConfig(production).NODE_ENV, 'production');
  });
});

describe('the bypass of authentication', () => {
  const bypass = { ...SECRETS, AUTH_BYPASS_ENABLED: 'true' };
  it('starts on a loopback address', () => {
    for (const API_HOST of ['', '127.0.0.1', '127.1.2.3', '::1', 'localhost'])
      assert.equal(readConfig({ ...bypass, API_HOST }).AUTH_BYPASS_ENABLED, true, API_HOST);
  });
  it('refuses to start where other machines reach it', () => {
    for (const API_HOST of [
      '0.0.0.0',
      '::',
      '192.0.2.7',
      'api.example',
      '127.0.0.1.example',
      'localhost.example',
    ]) {
      assert.throws(() => readConfig({ ...bypass, API_HOST }), /AUTH_BYPASS_ENABLED .* loopback/, API_HOST);
      assert.equal(readConfig({ ...SECRETS, API_HOST }).API_HOST, API_HOST);
    }
  });
});

describe('.env.example', () => {
  it('lists exactly the settings of all processes, each with its meaning', () => {
    const text = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8');
    const listed = [...text.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
    const described = new Map(SCHEMAS.flatMap((schema) => Object.entries(schema.describe().fields)));
    assert.deepEqual(new Set(listed), new Set(described.keys()));
    for (const [name, field] of described) {
      const { description = '' } = ('meta' in field && field.meta) || {};
      assert.ok(description !== '' && text.includes(`# ${description}`), `the meaning of ${name} differs`);
    }
  });
});
