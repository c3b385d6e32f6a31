/** Ways to find PostgreSQL: programs on PATH of a supported version, or an error that names each failed way. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { acquirePostgres } from '../../cluster/acquire-postgres.ts';
import { inTemporaryFolder, script } from '../../support/local-stack.ts';

const programs = (folder: string, version: string) =>
  Promise.all(
    ['initdb', 'postgres'].map((name) =>
      script(join(folder, name), `echo 'postgres (PostgreSQL) ${version}'`),
    ),
  );

describe('acquiring PostgreSQL', () => {
  it('takes the programs on PATH', () =>
    inTemporaryFolder(async (folder) => {
      await programs(folder, '15.18 (Debian 15.18-0+deb12u1)');
      const { found } = await acquirePostgres({ PATH: folder });
      assert.equal(found, folder);
    }));
  it('passes over programs that are too old', () =>
    inTemporaryFolder(async (folder) => {
      await programs(folder, '11.2');
      // Without apt-get on PATH no package is installed.
      const other = await acquirePostgres({ PATH: folder }).catch(({ message }: Error) => message);
      if (typeof other === 'string') assert.match(other, /1\. .* on PATH: it is version 11, at least 12/);
      else assert.notEqual(other.found, folder);
    }));
});
