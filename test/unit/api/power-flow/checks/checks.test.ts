/** The power-flow checks case by case: each threshold is tested just inside, at and just outside its value. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { adjustLines } from '../../../../../api/power-flow/checks/adjust-lines.ts';
import { checkCase } from '../../../../../api/power-flow/checks/check-case.ts';
import { checkContingency } from '../../../../../api/power-flow/checks/check-contingency.ts';
import { checkFlow } from '../../../../../api/power-flow/checks/check-flow.ts';
import { checkGenerators } from '../../../../../api/power-flow/checks/check-generators.ts';
import { checkLine, checkLines } from '../../../../../api/power-flow/checks/check-lines.ts';
import { checkLoadings } from '../../../../../api/power-flow/checks/check-loadings.ts';
import { checkReactiveSupply } from '../../../../../api/power-flow/checks/check-reactive-supply.ts';
import { checkState } from '../../../../../api/power-flow/checks/check-state.ts';
import { checkTopology } from '../../../../../api/power-flow/checks/check-topology.ts';
import { checkUnits } from '../../../../../api/power-flow/checks/check-units.ts';
import { DEFAULT_LIMITS, type PowerFlowLimits } from '../../../../../api/power-flow/limits.ts';
import { saidOf } from '../../../../support/said-of.ts';

type Check = (given: never, limits: PowerFlowLimits) => unknown;
/** Name of the file with the cases -> check. */
const CHECKS: Readonly<Record<string, Check>> = {
  'adjust-lines': adjustLines,
  case: checkCase,
  contingency: checkContingency,
  flow: checkFlow,
  generators: checkGenerators,
  line: checkLine,
  lines: checkLines,
  loadings: checkLoadings,
  'reactive-supply': checkReactiveSupply,
  state: checkState,
  topology: checkTopology,
  units: checkUnits,
};

interface Case {
  readonly name: string;
  /** Argument of the check; `1e999` in the file stands for infinity. */
  readonly given: never;
  readonly reply: unknown;
}

for (const [what, check] of Object.entries(CHECKS)) {
  const file = new URL(`../../../../../../test/cases/power-flow/${what}.json`, import.meta.url);
  const cases: readonly Case[] = JSON.parse(readFileSync(file, 'utf8'));
  describe(`the check of ${what}`, () => {
    for (const { name, given: argument, reply } of cases)
      it(name, () => {
        assert.deepEqual(saidOf(check(argument, DEFAULT_LIMITS), reply), reply);
      });
  });
}
