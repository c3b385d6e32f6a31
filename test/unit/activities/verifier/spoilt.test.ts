/** The verifier on results of the engine that were spoilt afterwards (`test/cases/spoilt.json`). */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { verify } from '../../../../activities/verifier/verify.ts';
import { withoutProfiles } from '../../../../temporal/case/arithmetic/profiles.ts';
import type { CheckName } from '../../../../temporal/case/messages/families.ts';
import type { SolveResult } from '../../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../../temporal/case/schema.ts';
import type { JobType } from '../../../../temporal/solvers.ts';
import { type TablePayload, tablePayload } from '../../../support/cases/table-payload.ts';
import { solve } from '../../../support/engine/solve.ts';
import { changed } from './changed.ts';

interface Spoilt {
  readonly it: string;
  /** Name of a check that must fail; others may fail too. */
  readonly check?: CheckName;
  /** Names of all checks that must fail. */
  readonly failed?: readonly CheckName[];
  /** Differences of the payload, in the form of `changed`. */
  readonly payload?: object;
  readonly result?: object;
  /** Field that is removed from the result. */
  readonly drop?: string;
}

interface Group extends TablePayload {
  readonly about: string;
  readonly type?: JobType;
  readonly cases: readonly Spoilt[];
}

const FILE = new URL('../../../../../test/cases/spoilt.json', import.meta.url);
const GROUPS: readonly Group[] = JSON.parse(readFileSync(FILE, 'utf8'));

for (const { about, type = 'uc', cases, ...table } of GROUPS)
  describe(`the verifier of ${about}`, () => {
    const solved = tablePayload(table);
    let good: SolveResult;
    const failed = (payload: unknown, result: unknown): CheckName[] =>
      verify(payload as SolvePayload, type, result as SolveResult)
        .filter(({ ok }) => !ok)
        .map(({ name }) => name);

    before(async () => {
      // The verifier also reads the older spelling of ratings; the engine reads only the current one.
      good = await solve(type, withoutProfiles(solved));
    });
    it('accepts the result of the engine', () => assert.deepEqual(failed(solved, good), []));

    for (const spoilt of cases)
      it(spoilt.it, () => {
        const { [spoilt.drop ?? '']: _, ...schedule }: Record<string, unknown> = { ...good };
        const failures = failed(changed(solved, spoilt.payload), changed(schedule, spoilt.result));
        if (spoilt.check) assert.ok(failures.includes(spoilt.check), `${failures}`);
        if (spoilt.failed) assert.deepEqual(failures, spoilt.failed);
      });
  });
