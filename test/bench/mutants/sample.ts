/**
 * A checker of StrykerJS that lets a share of the mutants pass. The choice depends on a mutant's file, place and change
 * alone, so that other changes leave the sample unchanged.
 */
import { createHash } from 'node:crypto';
import { relative } from 'node:path';

/** Seed of the sample; only figures with the same seed compare. */
const SEED = 1;
/** Reason shown for a mutant outside the sample. */
export const OUTSIDE = 'not in the sample';

interface Mutant {
  readonly id: string;
  readonly fileName: string;
  readonly location: object;
  readonly mutatorName: string;
  readonly replacement: string;
}

/** Uniform pseudo-random number in 0..1. */
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
