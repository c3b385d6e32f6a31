import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

describe('the settings of the solver service', () => {
  it('end the process before it connects anywhere when they are wrong', () => {
    const { status, stderr } = spawnSync(process.execPath, ['dist/workers/main.js', 'solver'], {
      env: { PATH: process.env['PATH'], SOLVER_HOST: '0.0.0.0' },
      encoding: 'utf8',
    });
    assert.equal(status, 1);
    assert.match(stderr, /Cannot start, the settings are wrong:\n {2}SOLVER_TOKEN is required/);
  });
});
