import assert from 'node:assert/strict';
import { parseSettings } from '../../../temporal/settings.ts';
import { solverSettings, workerSettings } from '../../../workers/config.ts';

describe('the settings of the solver service', () => {
  it('need no token on a loopback address', () => {
    for (const SOLVER_HOST of ['', '127.0.0.1', '::1', 'localhost'])
      assert.equal(parseSettings(solverSettings, { SOLVER_HOST }).SOLVER_TOKEN, undefined, SOLVER_HOST);
  });
  it('need a token if other machines reach it; an empty one does not count', () => {
    for (const SOLVER_HOST of ['0.0.0.0', '::', '192.0.2.7', 'solver.example']) {
      const env = { SOLVER_HOST, SOLVER_TOKEN: '' };
      assert.throws(() => parseSettings(solverSettings, env), /SOLVER_TOKEN is required/, SOLVER_HOST);
      const token = { SOLVER_HOST, SOLVER_TOKEN: 'secret' };
      assert.equal(parseSettings(solverSettings, token).SOLVER_HOST, SOLVER_HOST);
    }
  });
  it('are no concern of the orchestrator, which does not listen', () => {
    assert.equal(parseSettings(workerSettings, { SOLVER_HOST: '0.0.0.0' }).SOLVER_HOST, '0.0.0.0');
  });
});
