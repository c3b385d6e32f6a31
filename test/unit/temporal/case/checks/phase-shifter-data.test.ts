/** Phase shifters name lines that exist, one of each line, with limits in order. */
import assert from 'node:assert/strict';
import { canonicalPayload } from '../../../../../temporal/case/canonical/solve-body.ts';
import { payloadProblems } from '../../../../../temporal/case/checks/payload-problems.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import { threeBus } from '../../../../support/cases/three-bus.ts';

const problems = (...phase_shifters: readonly object[]) => {
  const { body, clientPath } = canonicalPayload({ ...threeBus(), phase_shifters });
  return payloadProblems(body as SolvePayload, { maxHorizon: 24 }).map(({ path, msg }) => [
    clientPath(path).join('.'),
    msg,
  ]);
};

describe('the data of a phase shifter', () => {
  const limits = { min_deg: -5, max_deg: 5 };

  it('name a line that is there, once', () => {
    assert.deepEqual(problems({ line: 'L12', ...limits }, { line: 'L13', ...limits }), []);
    assert.deepEqual(problems({ line: 'L99', ...limits }), [['phase_shifters.0.line', "Unknown line 'L99'"]]);
    assert.deepEqual(
      problems({ line: 'L12', ...limits }, { line: 'L12', ...limits }).map(([path]) => path),
      ['phase_shifters.1.line'],
    );
  });

  it('have limits in order', () => {
    assert.deepEqual(problems({ line: 'L12', min_deg: 6, max_deg: 5 }), [
      ['phase_shifters.0.min_deg', 'min_deg 6 should not be above max_deg 5'],
    ]);
  });
});
