/** Mocha's spec reporter, which also leaves the counts in the file that COUNTS_FILE names. */
import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

// biome-ignore lint/style/noDefaultExport: Mocha takes the default export of the file that `--reporter` names
export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    runner.once('end', () => {
      const { passes, failures, pending } = this.stats;
      writeFileSync(process.env['COUNTS_FILE'] ?? '', JSON.stringify({ passes, failures, pending }));
    });
  }
}
