/** A comment stands on its own: it names its subject, and does not begin with a relation to something unnamed. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';

const ROOT = new URL('../../../', import.meta.url).pathname;
const FOLDERS = ['api', 'workflows', 'activities', 'workers', 'temporal', 'mongo', 'test'];
const FRAGMENT =
  /^\s*(?:\/\*\*|\/\/) (?:Of|Such|Told|At the|As|Those|That of|The same (?:of|as|with|for))\b.*/m;

describe('comments', () => {
  it('name their subject', () => {
    const fragments = FOLDERS.flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(tsx?|mjs)$/.test(file))
        .flatMap((file) => FRAGMENT.exec(readFileSync(join(ROOT, folder, file), 'utf8')) ?? []),
    );
    assert.deepEqual(fragments, []);
  });
  it('are found where they do not', () => {
    assert.match('  /** Of each entry, MW. */', FRAGMENT);
    assert.doesNotMatch('  /** Value of each entry, MW. */', FRAGMENT);
  });
});
