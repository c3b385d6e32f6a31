import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { apiSettings } from '../../api/config.ts';
import { workerSettings } from '../../workers/config.ts';

const README = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
const KEYS = [...new Set([...Object.keys(apiSettings.fields), ...Object.keys(workerSettings.fields)])].sort();

describe('README', () => {
  it('lists exactly the settings there are', () => {
    const listed = [...README.matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(([, key]) => key);
    assert.deepEqual(listed.toSorted(), KEYS);
  });
  it('lists exactly the folders there are', () => {
    const tree = README.slice(README.indexOf('## Layout'));
    const folders = [...tree.matchAll(/^([a-z]+)\/ {2,}/gm)].map(([, folder]) => folder);
    assert.deepEqual(folders, ['api', 'workflows', 'activities', 'workers', 'temporal', 'mongo', 'test']);
  });
});
