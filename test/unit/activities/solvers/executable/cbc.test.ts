/** CBC fulfils the contract of solvers. */
import { cbc } from '../../../../../activities/solvers/executable/cbc.ts';
import {
  findExecutable,
  openExecutable,
} from '../../../../../activities/solvers/executable/open-executable.ts';
import { skip } from '../../../../support/skip.ts';
import { itKeepsTheContract } from '../contract.ts';

const COMMAND = process.env['CBC_COMMAND'] ?? 'cbc';

describe('a CBC session', function () {
  this.timeout(20_000);
  before(function () {
    if (!findExecutable(COMMAND))
      skip(this, { reason: 'CBC is missing', remedy: 'Install it, or run `npm test`, which fetches it' });
  });
  itKeepsTheContract(openExecutable(cbc, COMMAND));
});
