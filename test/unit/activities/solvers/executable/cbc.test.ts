/** CBC keeps the contract of solvers where it is installed. */
import { cbc } from '../../../../../activities/solvers/executable/cbc.ts';
import {
  findExecutable,
  openExecutable,
} from '../../../../../activities/solvers/executable/open-executable.ts';
import { itKeepsTheContract } from '../contract.ts';

describe('a CBC session', function () {
  this.timeout(20_000);
  if (findExecutable('cbc')) itKeepsTheContract(openExecutable(cbc, 'cbc'));
  else {
    it('keeps the contract where cbc is installed, which it is not here', () =>
      process.stdout.write('      no cbc on the path: its words are tested, the solver is not\n'));
  }
});
