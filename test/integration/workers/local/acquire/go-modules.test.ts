/** Go's own check of the modules that set-up builds from. Its verdict does not depend on its caches. */
import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../../../../workers/local/plain/paths.mjs';
import { runCommand } from '../../../../../workers/local/plain/run-command.mjs';
import { inTemporaryFolder } from '../../../../support/local-stack.ts';
import { skip } from '../../../../support/skip.ts';

const SERVER = join(ROOT, 'temporal', 'server');
/** Limit with an empty module cache, when every module is downloaded, s. */
const LIST_S = 300;

/** Loads every package of every program that go.mod names as a tool, as `go build` does before it compiles. */
const list = (folder: string) =>
  runCommand('go', ['list', '-mod=readonly', '-deps', 'tool'], { cwd: folder, deadlineS: LIST_S });

/** Runs `go list` on a copy of the modules in which `spoil` has changed go.sum. */
const listSpoilt = (spoil: (sums: string) => string) => async (expected: RegExp) =>
  inTemporaryFolder(async (folder) => {
    await cp(SERVER, folder, { recursive: true });
    const file = join(folder, 'go.sum');
    const sums = await readFile(file, 'utf8');
    const spoilt = spoil(sums);
    assert.notEqual(spoilt, sums);
    await writeFile(file, spoilt);
    await assert.rejects(list(folder), expected);
  });

describe('the modules of the Temporal CLI and server', function () {
  this.timeout(LIST_S * 1000);
  before(async function () {
    const reason = await runCommand('go', ['list', '-m'], { cwd: SERVER }).then(
      () => undefined,
      ({ message }: Error) => `Go cannot be used: ${message.split('\n')[0]}`,
    );
    if (reason) skip(this, { reason, remedy: 'Install the Go that temporal/server/go.mod names' });
  });

  it('are all there is to build the programs from, with their hashes', async () => {
    const packages = (await list(SERVER)).split('\n');
    for (const program of ['temporalio/cli/cmd/temporal', 'server/cmd/server', 'server/cmd/tools/sql'])
      assert.ok(
        packages.some((name) => name.endsWith(program)),
        program,
      );
  });

  const spoilt: readonly (readonly [string, (sums: string) => string, RegExp])[] = [
    [
      'a hash is missing',
      (sums) => sums.replace(/^github.com\/BurntSushi\/toml v[^\s/]+ h1:.*\n/m, ''),
      /missing go.sum entry for module providing package github.com\/BurntSushi\/toml /,
    ],
    [
      'the hash of a go.mod is missing',
      (sums) => sums.replace(/^modernc.org\/sqlite v\S+\/go.mod h1:.*\n/m, ''),
      /modernc.org\/sqlite@v[^\s:]+: missing go.sum entry for go.mod file/,
    ],
    [
      'a hash is another one',
      (sums) => sums.replace(/^(go.temporal.io\/server v[^\s/]+ h1:)./m, '$1='),
      /verifying go.temporal.io\/server@v[^\s:]+: checksum mismatch/,
    ],
  ];
  for (const [what, spoil, expected] of spoilt)
    it(`cannot be built from when ${what}; the error names the module`, () => listSpoilt(spoil)(expected));
});
