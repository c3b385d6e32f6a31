/** Settings of the analyst: permitted values, and the provider of an agent. */
import assert from 'node:assert/strict';
import { DEFAULT_BUDGETS, readBudgets } from '../../../../../api/analyst/budgets/limits.ts';
import { findAgent, routeProvider } from '../../../../../api/analyst/chat/agents.ts';
import { createProviders } from '../../../../../api/analyst/providers/create-providers.ts';
import { DEFAULT_MODELS, type Providers } from '../../../../../api/analyst/providers/provider.ts';
import { readConfig } from '../../../../../api/config.ts';

const SECRETS = { JWT_SECRET: 's'.repeat(32), PASSWORD_PEPPER: 'p'.repeat(32) };
const read = (env: Record<string, string> = {}) => readConfig({ ...SECRETS, ...env });
const providersOf = (env: Record<string, string>) => createProviders(read(env));
const BOTH = { AI_API_KEY: 'one', AI_SECOND_API_KEY: 'two' };

describe('settings of the analyst', () => {
  it('name no provider unless a key is set', () => {
    assert.deepEqual(providersOf({}), { first: null, second: null });
    assert.deepEqual(providersOf({ AI_API_KEY: '', AI_PROVIDER: 'anthropic' }), {
      first: null,
      second: null,
    });
  });

  it('need a key and nothing else', () => {
    const { first } = providersOf({ AI_API_KEY: 'one' });
    assert.deepEqual([first?.id, first?.model], ['openai', DEFAULT_MODELS.openai]);
  });

  it('choose format, address and model of both', () => {
    const { first, second } = providersOf({
      ...BOTH,
      AI_PROVIDER: 'anthropic',
      AI_MODEL: 'large',
      AI_SECOND_PROVIDER: 'openai',
      AI_SECOND_MODEL: 'small',
      AI_SECOND_ACKNOWLEDGED: 'true',
    });
    assert.deepEqual([first?.id, first?.model], ['anthropic', 'large']);
    assert.deepEqual([second?.id, second?.model], ['openai', 'small']);
  });

  it('refuse addresses that are none, or that would carry a password', () => {
    for (const url of [
      'host:1',
      'ftp://host',
      'https://me:pass@host',
      'https://host/v1?key=1',
      'file:///etc/passwd',
    ])
      for (const name of ['AI_BASE_URL', 'AI_SECOND_BASE_URL'])
        assert.throws(
          () => read({ [name]: url }),
          ({ message }: Error) => message.includes(`${name} must be`) && !message.includes(url),
        );
  });

  it('let the key travel unencrypted on this machine only, by default', () => {
    for (const url of ['https://host/v1', 'http://127.0.0.1:1/v1', 'http://localhost:1', 'http://[::1]:8/v1'])
      assert.equal(read({ AI_BASE_URL: url }).AI_BASE_URL, url);
    for (const url of ['http://models/v1', 'http://127.0.0.1.example.org', 'http://localhost.example.org'])
      assert.throws(() => read({ AI_BASE_URL: url }), /AI_BASE_URL must be https/);
    assert.throws(() => read({ AI_SECOND_BASE_URL: 'http://models' }), /AI_SECOND_BASE_URL must be https/);
    assert.equal(read({ AI_BASE_URL: 'http://models/v1', AI_ALLOW_HTTP: 'true' }).AI_ALLOW_HTTP, true);
  });
});

function providerFor(providers: Providers, agentId: string) {
  const agent = findAgent(agentId);
  assert.ok(agent);
  return routeProvider(providers, agent);
}

describe('routeProvider', () => {
  it('gives every agent the first provider but tuning-diagnosis', () => {
    const providers = providersOf({ ...BOTH, AI_SECOND_ACKNOWLEDGED: 'true' });
    for (const agent of ['analyst', 'code-generator', 'power-flow-assistant', 'model-builder'])
      assert.equal(providerFor(providers, agent), providers.first);
    assert.equal(providerFor(providers, 'tuning-diagnosis'), providers.second);
    assert.notEqual(providers.second, null);
  });

  it('gives tuning-diagnosis the first one without key or acknowledgement of the second', () => {
    for (const env of [BOTH, { AI_API_KEY: 'one', AI_SECOND_ACKNOWLEDGED: 'true' }]) {
      const providers = providersOf(env);
      assert.equal(providers.second, null);
      assert.equal(providerFor(providers, 'tuning-diagnosis'), providers.first);
    }
    assert.equal(providerFor(providersOf({}), 'tuning-diagnosis'), null);
  });
});

describe('readBudgets', () => {
  it('has a budget for each level', () => {
    assert.deepEqual(Object.keys(DEFAULT_BUDGETS), ['basic', 'standard', 'premium']);
    assert.equal(DEFAULT_BUDGETS.basic.tokens_per_day, 50_000);
  });

  it('changes the named budgets and keeps the others', () => {
    const budgets = readBudgets('{"basic":{"tokens_per_day":9000}}');
    assert.deepEqual(budgets, {
      ...DEFAULT_BUDGETS,
      basic: { ...DEFAULT_BUDGETS.basic, tokens_per_day: 9000 },
    });
  });

  it('refuses an invalid budget, at the start of the process', () => {
    const wrong = [
      '{',
      '[]',
      '7',
      'null',
      '{"gold":{}}',
      '{"basic":{"tokens":1}}',
      '{"basic":{"max_output":-1}}',
      '{"basic":{"max_output":"many"}}',
      '{"basic":{"max_output":null}}',
      '{"basic":null}',
    ];
    for (const text of wrong) {
      assert.throws(() => readBudgets(text), RangeError, text);
      assert.throws(() => read({ AI_BUDGETS: text }), /AI_BUDGETS must be/);
    }
  });
});
