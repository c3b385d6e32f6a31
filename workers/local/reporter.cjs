/** Mocha's spec reporter, which also leaves the counts in the file that COUNTS_FILE names. */
const { writeFileSync } = require('node:fs');
const { env } = require('node:process');
const { reporters } = require('mocha');

module.exports = class CountingReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once('end', () => {
      const { passes, failures, pending } = this.stats;
      writeFileSync(env['COUNTS_FILE'], JSON.stringify({ passes, failures, pending }));
    });
  }
};
