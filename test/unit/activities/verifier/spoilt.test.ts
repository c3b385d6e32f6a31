/** What the verifier finds in results of the engine that were spoilt afterwards (`test/cases/spoilt.json`). */

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
  /** Among the checks that fail. */
  readonly check?: CheckName;
  /** All that fail. */
  readonly failed?: readonly CheckName[];
  /** Differences, as `changed` reads them. */
  readonly payload?: object;
  readonly result?: object;
  /** Field of the result that is missing. */
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
      // The verifier reads the older spelling of ratings by itself, the engine the one of today.
      good = await solve(type, withoutProfiles(solved));
    });
    it('accepts what the engine found', () => assert.deepEqual(failed(solved, good), []));

    for (const spoilt of cases)
      it(spoilt.it, () => {
        const { [spoilt.drop ?? '']: _, ...kept }: Record<string, unknown> = { ...good };
        const found = failed(changed(solved, spoilt.payload), changed(kept, spoilt.result));
        if (spoilt.check) assert.ok(found.includes(spoilt.check), `${found}`);
        if (spoilt.failed) assert.deepEqual(found, spoilt.failed);
      });
  });
