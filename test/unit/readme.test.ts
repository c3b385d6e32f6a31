import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { ABOUT } from '../../api/about.ts';
import { apiSettings } from '../../api/config.ts';
import { toOpenApi } from '../../api/http/openapi.ts';
import { mcpSettings } from '../../api/mcp/settings.ts';
import { ROUTES } from '../../api/routes.ts';
import { workerSettings } from '../../workers/config.ts';

const ROOT = new URL('../../../', import.meta.url);
const MAX_LINES = 200;
const README = readFileSync(new URL('README.md', ROOT), 'utf8');
const EXAMPLE = readFileSync(new URL('.env.example', ROOT), 'utf8');
const SCHEMAS = [apiSettings, workerSettings, mcpSettings];
const KEYS = [...new Set(SCHEMAS.flatMap(({ fields }) => Object.keys(fields)))].sort();

describe('README', () => {
  it('lists exactly the settings there are', () => {
    const listed = [...EXAMPLE.matchAll(/^(?:# )?([A-Z][A-Z_]+)=/gm)].map(([, key]) => key);
    assert.deepEqual([...new Set(listed)].sort(), KEYS);
  });
  it('names no setting that there is not', () => {
    const settings = [...README.matchAll(/`([A-Z]+_[A-Z_]+)`/g)].map(([, key = '']) => key);
    assert.ok(settings.length > 0);
    assert.deepEqual(
      settings.filter((key) => !KEYS.includes(key)),
      [],
    );
  });
  it('lists exactly the folders there are', () => {
    const tree = README.slice(README.indexOf('## Layout'));
    const folders = [...tree.matchAll(/^([a-z]+)\/ {2,}/gm)].map(([, folder]) => folder);
    assert.deepEqual(folders, ['api', 'workflows', 'activities', 'workers', 'temporal', 'mongo', 'test']);
  });
  it('links to existing files', () => {
    const links = [...README.matchAll(/\]\(([^):]+)\)/g)].map(([, link = '']) => link);
    assert.ok(links.length > 0);
    assert.deepEqual(
      links.filter((link) => !existsSync(new URL(link, ROOT))),
      [],
    );
  });
  it('can be read at one sitting', () => {
    assert.ok(README.split('\n').length <= MAX_LINES);
  });
});

describe('the glossary', () => {
  it('gives names that are on the wire', () => {
    const text = readFileSync(new URL('temporal/case/GLOSSARY.md', ROOT), 'utf8');
    const names = [...new Set([...text.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name))];
    const document = JSON.stringify(toOpenApi(ROUTES, ABOUT));
    assert.ok(names.length > 20);
    assert.deepEqual(
      names.filter((name) => !document.includes(`"${name}"`)),
      [],
    );
  });
});
