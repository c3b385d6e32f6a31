/**
 * The effect of a variable of an experiment on a base, by the name of the variable: `test/cases/resolve-change.json`.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Variable } from '../../../../../temporal/case/messages/matrix.ts';
import { UnknownVariable } from '../../../../../temporal/case/scenario/change.ts';
import { resolveChange } from '../../../../../temporal/case/scenario/resolve-change.ts';
import type { Generator, SolvePayload } from '../../../../../temporal/case/schema.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { match } from '../../../../support/dialogues/match.ts';

/** A payload in which units are given by their differences from `aUnit`. */
type Base = Omit<SolvePayload, 'generators'> & {
  readonly generators: readonly (Pick<Generator, 'name'> & Partial<Generator>)[];
};

interface Case {
  readonly it: string;
  /** Name of the variable; by default it has a range from 0 to 1. */
  readonly name: string;
  readonly changes?: Partial<Variable>;
  /** Fields in which the base differs. */
  readonly changed?: Partial<Base>;
  /** Payload that replaces the base. */
  readonly instead?: Base;
  readonly mode?: string;
  readonly targets?: readonly object[];
  /** Pattern of the message if the variable is refused. */
  readonly refused?: string;
}

const FILE = new URL('../../../../../../test/cases/resolve-change.json', import.meta.url);
const { base, cases }: { base: Base; cases: readonly Case[] } = JSON.parse(readFileSync(FILE, 'utf8'));

const payloadOf = ({ generators, ...rest }: Base): SolvePayload => ({
  ...rest,
  generators: generators.map((unit) => aUnit(unit.name, unit)),
});

describe('resolveChange', () => {
  for (const { it: title, name, changes, changed, instead = base, mode, targets, refused } of cases)
    it(title, () => {
      const variable: Variable = { name, type: 'continuous', min: 0, max: 1, ...changes };
      const resolve = () => resolveChange(variable, payloadOf({ ...instead, ...changed }));
      if (refused)
        return assert.throws(resolve, (error) => {
          assert.ok(error instanceof UnknownVariable, String(error));
          assert.equal(error.variable, name);
          match(refused, error.message, () => undefined, 'the message');
          return true;
        });
      const change = resolve();
      assert.equal(change.name, name);
      if (mode) assert.equal(change.mode, mode);
      if (targets) assert.deepEqual(change.targets, targets);
    });
});
