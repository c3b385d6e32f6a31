/** Solvers that are available. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findExecutable } from '../../../../activities/solvers/executable/open-executable.ts';
import { availableSolvers } from '../../../../activities/solvers/registry.ts';
import { inTemporaryFolder } from '../../../support/local-stack.ts';
import { standInCommand } from '../../../support/stand-in/command.ts';

const NONE = { CBC_COMMAND: '/nowhere/cbc', GUROBI_COMMAND: 'no-such-solver', CPLEX_COMMAND: '' };

describe('the available solvers', () => {
  it('are HiGHS alone where no other executable is found', () => {
    assert.deepEqual(availableSolvers(NONE), ['highs']);
  });
  it('are also those whose executable is there', () =>
    inTemporaryFolder(async (folder) => {
      const commands = { ...NONE, GUROBI_COMMAND: standInCommand(folder, 'gurobi') };
      assert.deepEqual(availableSolvers(commands), ['highs', 'gurobi']);
    }));
});

describe('an executable', () => {
  it('is found on the path and by its path, and is neither a folder, a mere file nor a word of the shell', () =>
    inTemporaryFolder(async (folder) => {
      const file = join(folder, 'cbc');
      writeFileSync(file, '', { mode: 0o600 });
      assert.match(findExecutable('sh') ?? '', /^\/.*\/sh$/);
      assert.equal(findExecutable('/bin/sh'), '/bin/sh');
      for (const command of [folder, file, 'cd', '$(sh)', '; sh', '']) {
        assert.equal(findExecutable(command), undefined, command);
      }
    }));
});
