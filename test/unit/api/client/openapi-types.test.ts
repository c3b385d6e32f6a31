import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { clientTypes } from '../../../../workers/local/client-types.ts';

describe('the types of the client', () => {
  it('are those of the document of today: else `npm run openapi`', async () => {
    const file = new URL('../../../../../api/client/openapi.d.ts', import.meta.url);
    const lines = (text: string) => new Set(text.split('\n'));
    const [old, generated] = [lines(await readFile(file, 'utf8')), lines(await clientTypes())];
    const changed = [...old, ...generated].filter((line) => !(old.has(line) && generated.has(line)));
    assert.deepEqual(
      changed.map((line) => line.slice(0, 80)),
      [],
    );
  });
});
