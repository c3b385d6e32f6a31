/** Rules of accounts over HTTP. Every row is a request, with its answer and its audit entries. */
import assert from 'node:assert/strict';
import { tellRules } from '../../../support/dialogues/tell-rules.ts';

const TABLES = [
  'sign-in',
  'session-cookie',
  'sessions',
  'forms',
  'passwords',
  'password-links',
  'two-factor-set-up',
  'two-factor',
  'verify-two-factor',
  'api-keys',
  'modules',
  'administrators',
];

describe('accounts', () => {
  // One of the forms that rules send attempts prototype pollution.
  afterEach(() => assert.equal('polluted' in {}, false));

  for (const table of TABLES) describe(table, () => tellRules(`accounts/${table}.tsv`));
});
