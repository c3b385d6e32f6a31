/** Explanations compared with figures computed by hand: `test/cases/explanations.json`. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { ArtifactType } from '../../../../../temporal/case/explain/artifact.ts';
import { explain } from '../../../../../temporal/case/explain/explain.ts';
import type { JobType } from '../../../../../temporal/solvers.ts';
import { type TablePayload, tablePayload } from '../../../../support/cases/table-payload.ts';
import { match } from '../../../../support/dialogues/match.ts';
import { solve } from '../../../../support/engine/solve.ts';

interface Case extends Partial<TablePayload> {
  readonly it: string;
  /** Types of all artifacts of the case. */
  readonly artifacts?: readonly ArtifactType[];
  /** Expected parts of the statement by type of artifact; those of the data, as patterns for `match`, follow. */
  readonly says?: Readonly<Record<string, readonly string[]>>;
  readonly data?: Readonly<Record<string, object>>;
}

/** Cases with the same payload, each of which may change the units, the loads or other fields. */
interface Table extends TablePayload {
  readonly about: string;
  readonly type: JobType;
  readonly cases: readonly Case[];
}

const FILE = new URL('../../../../../../test/cases/explanations.json', import.meta.url);
const TABLES: readonly Table[] = JSON.parse(readFileSync(FILE, 'utf8'));

for (const { about, type, cases, ...base } of TABLES)
  describe(about, () => {
    for (const { it: title, artifacts, says = {}, data = {}, ...changes } of cases)
      it(title, async () => {
        const payload = tablePayload({ ...base, ...changes });
        const explanations = explain(payload, await solve(type, payload));
        const of = (name: string) => explanations.find((artifact) => artifact.type === name);
        if (artifacts)
          assert.deepEqual([...new Set(explanations.map((artifact) => artifact.type))], artifacts);
        for (const [name, sentences] of Object.entries(says))
          for (const sentence of sentences) match(sentence, of(name)?.statement, () => undefined, name);
        for (const [name, pattern] of Object.entries(data))
          match(pattern, JSON.parse(JSON.stringify(of(name)?.data)), () => undefined, name);
      });
  });
