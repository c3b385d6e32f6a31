/**
 * A checker of StrykerJS that lets through a share of the mutants. Whether a mutant is among them depends on its file, its
 * place and its change alone, so that a change elsewhere leaves the sample as it is.
 */
import { createHash } from 'node:crypto';
import { relative } from 'node:path';

/** Another seed takes another sample; figures compare only by the same. */
const SEED = 1;
/** Why a mutant that was left out has no result. */
export const OUTSIDE = 'not in the sample';

interface Mutant {
  readonly id: string;
  readonly fileName: string;
  readonly location: object;
  readonly mutatorName: string;
  readonly replacement: string;
}

/** Between 0 and 1, evenly. */
function lot({ fileName, location, mutatorName, replacement }: Mutant): number {
  const identity = [SEED, relative(process.cwd(), fileName), location, mutatorName, replacement];
  return createHash('sha256').update(JSON.stringify(identity)).digest().readUInt32BE() / 2 ** 32;
}

function createSample({ sample }: { readonly sample: number }) {
  const check = (mutant: Mutant) =>
    lot(mutant) < sample ? { status: 'passed' } : { status: 'compileError', reason: OUTSIDE };
  return {
    init: async () => undefined,
    group: async (mutants: readonly Mutant[]) => [mutants.map(({ id }) => id)],
    check: async (mutants: readonly Mutant[]) =>
      Object.fromEntries(mutants.map((mutant) => [mutant.id, check(mutant)])),
  };
}
createSample.inject = ['options'];

/** StrykerJS finds a plugin by the name of this export. */
export const strykerPlugins = [{ kind: 'Checker', name: 'sample', factory: createSample }];
