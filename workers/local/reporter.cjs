/** Mocha's spec reporter, which also tells the parent process the counts. */
const { reporters } = require('mocha');

module.exports = class CountingReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once('end', () => {
      const { passes, failures, pending } = this.stats;
      process.send?.({ passes, failures, pending });
    });
  }
};
