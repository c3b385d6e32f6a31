/**
 * A test runner of StrykerJS that keeps the tests of a room loaded in one process and runs, for each mutant, those that
 * reach it. The runner of StrykerJS supports neither Mocha 12 on Node 20 nor the sandbox of workflows.
 */
import { createRequire } from 'node:module';
import Mocha from 'mocha';

/** Global state that the instrumented code reads at run time. */
interface Switch {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: object;
}
interface Outcome {
  readonly id: string;
  readonly name: string;
  readonly timeSpentMs: number;
  /** 0 = passed, 1 = failed. */
  readonly status: 0 | 1;
  readonly failureMessage?: string;
}
interface MutantRun {
  readonly activeMutant: { readonly id: string };
  readonly testFilter?: readonly string[];
  readonly hitLimit?: number;
  /** `static` if the mutant is in code that runs only once, at load. */
  readonly mutantActivation: 'static' | 'runtime';
}

const mutants: Switch = {};
Object.assign(globalThis, { __stryker__: mutants });
/** Timeouts of Mocha are off, so that a slow machine kills no mutant; StrykerJS ends endless ones. */
Object.assign(Mocha.Runnable.prototype, {
  timeout(ms?: number) {
    return ms === undefined ? 0 : this;
  },
});

/**
 * Workflows run apart from the globals of this process, and their own globals are frozen at the start: their bundle
 * sets the active mutant where a workflow first reads it.
 */
const { WorkflowCodeBundler } = createRequire(import.meta.url)('@temporalio/worker/lib/workflow/bundler.js');
const { createBundle } = WorkflowCodeBundler.prototype;
WorkflowCodeBundler.prototype.createBundle = async function () {
  const bundle = await createBundle.call(this);
  const { activeMutant } = mutants;
  const first = `__stryker__ = ${JSON.stringify({ activeMutant })}`;
  return { ...bundle, code: bundle.code.replaceAll(/__stryker__ = \{\s*\}/g, first) };
};

function createRunner({ roomTests }: { readonly roomTests: readonly string[] }) {
  const mocha = new Mocha({ reporter: Mocha.reporters.Base });
  mocha.cleanReferencesAfterRun(false);
  for (const file of roomTests) mocha.addFile(file);
  mocha.suite.beforeEach(function () {
    mutants.currentTestId = this.currentTest?.fullTitle();
  });
  let loaded = false;

  async function run(bail: boolean, activeMutant?: string, early = false): Promise<Outcome[]> {
    if (!loaded) {
      mutants.activeMutant = early ? activeMutant : undefined;
      await mocha.loadFilesAsync();
      loaded = true;
    }
    mutants.activeMutant = activeMutant;
    setBail(mocha.suite, bail);
    const outcomes: Outcome[] = [];
    await new Promise<void>((resolve) => {
      const runner = mocha.run(() => resolve());
      runner.on('pass', (test) => outcomes.push({ ...testOf(test), status: 0 }));
      runner.on('fail', (test, { message }) =>
        outcomes.push({ ...testOf(test), status: 1, failureMessage: message }),
      );
    });
    return outcomes;
  }

  return {
    capabilities: () => ({ reloadEnvironment: false }),
    init: async () => undefined,
    async dryRun() {
      const tests = await run(false);
      return { status: 'complete', tests, mutantCoverage: mutants.mutantCoverage };
    },
    async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation }: MutantRun) {
      mutants.hitLimit = hitLimit;
      mutants.hitCount = hitLimit && 0;
      mocha.grep(testFilter ? new RegExp(`^(${testFilter.map(quoted).join('|')})$`) : /(?:)/);
      const outcomes = await run(true, activeMutant.id, mutantActivation === 'static');
      const failed = outcomes.filter(({ status }) => status === 1);
      const nrOfTests = outcomes.length;
      if (failed.length === 0) return { status: 'survived', nrOfTests };
      return {
        status: 'killed',
        killedBy: failed.map(({ id }) => id),
        failureMessage: failed[0]?.failureMessage ?? '',
        nrOfTests,
      };
    },
    dispose: async () => mocha.dispose(),
  };
}
createRunner.inject = ['options'];

function testOf(test: Mocha.Test) {
  const name = test.fullTitle();
  return { id: name, name, timeSpentMs: test.duration ?? 0 };
}
const quoted = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

function setBail(suite: Mocha.Suite, bail: boolean): void {
  suite.bail(bail);
  for (const child of suite.suites) setBail(child, bail);
}

/** StrykerJS finds a plugin by the name of this export. */
export const strykerPlugins = [{ kind: 'TestRunner', name: 'room', factory: createRunner }];
