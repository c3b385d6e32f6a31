/** Causes found by arithmetic, case by case (`test/cases/infeasibility.json`). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { explainInfeasibility } from '../../../../activities/infeasibility/explain-infeasibility.ts';
import type { JobType } from '../../../../temporal/solvers.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';
import { type TablePayload, tablePayload } from '../../../support/cases/table-payload.ts';
import { match } from '../../../support/dialogues/match.ts';
import { day, ring } from '../verifier/hand-made.ts';

interface Case extends TablePayload {
  readonly it: string;
  readonly type?: JobType;
  /** First cause with the expected code, as a list: code, element type and id, hour, shortfall in MW. */
  readonly cause?: readonly unknown[];
  /** Pattern of the message of that cause. */
  readonly message?: string;
  /** All causes, as patterns for `match`. */
  readonly all?: readonly object[];
}

const FILE = new URL('../../../../../test/cases/infeasibility.json', import.meta.url);
const CASES: readonly Case[] = JSON.parse(readFileSync(FILE, 'utf8'));

describe('explainInfeasibility', () => {
  for (const { it: title, type = 'uc', cause, message, all, ...payload } of CASES)
    it(title, () => {
      const causes = explainInfeasibility(tablePayload(payload), type);
      if (all) match(all, causes, () => undefined, 'the causes');
      if (!cause) return;
      const reported = causes.find(({ code }) => code === cause[0]);
      assert.ok(reported, JSON.stringify(causes));
      const { code, element_type, element_id, hour, shortfall_mw } = reported;
      assert.deepEqual([code, element_type, element_id, hour, shortfall_mw], cause);
      match(message, reported.message, () => undefined, 'the message');
    });

  it('lists every hour, and no more than 100 causes', () => {
    const loads = [{ bus: 1, values: Array(168).fill(120) }];
    const causes = explainInfeasibility({ generators: [aUnit('G1')], loads, horizon: 168 }, 'uc');
    assert.equal(causes.length, 100);
    assert.deepEqual(causes.map((cause) => cause.hour).slice(0, 3), [0, 1, 2]);
  });

  it('names no cause for feasible cases', () => {
    assert.deepEqual(explainInfeasibility(day, 'uc'), []);
    assert.deepEqual(explainInfeasibility(ring, 'scuc'), []);
  });
});
