/**
 * Options of the runs of an experiment: parts that all runs share are stored once, and reading returns complete
 * options.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ExecutionOptions } from '../../../mongo/executions.ts';
import { ownOptions, sharedOptions, wholeOptions } from '../../../mongo/shared-options.ts';

const some = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const prices = fc.dictionary(fc.constantFrom('Coal', 'Gas', 'Oil'), fc.integer({ min: 1, max: 2 }));
const options = fc
  .record({
    outage_seed: some(fc.integer({ min: 1, max: 3 })),
    lines: some(fc.constantFrom('on', 'soft')),
    real_time: some(fc.record({ look_ahead_h: fc.integer({ min: 0, max: 1 }) })),
    fuel_prices: some(prices),
  })
  .map((study) => JSON.parse(JSON.stringify({ horizon: 24, include_reserves: false, ...study })));

/** Removes an empty list of prices, which has no effect. */
const withPrices = ({ fuel_prices = {}, ...rest }: ExecutionOptions) => ({ ...rest, fuel_prices });

describe('options of the runs of an experiment', () => {
  it('are unchanged when they are put together again', () => {
    fc.assert(
      fc.property(fc.array(options, { minLength: 1, maxLength: 4 }), (all) => {
        const shared = sharedOptions(all);
        for (const whole of all)
          assert.deepEqual(withPrices(wholeOptions(ownOptions(whole, shared), shared)), withPrices(whole));
      }),
    );
  });
  it('take room once, however many seeds and prices vary them', () => {
    const fuel_prices = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`fuel ${i}`, i]));
    const all = Array.from({ length: 300 }, (_, i) => ({
      ...{ horizon: 24, include_reserves: false, outage_seed: i },
      fuel_prices: { ...fuel_prices, 'fuel 7': i },
    }));
    const shared = sharedOptions(all);
    const remainders = all.map((whole) => ownOptions(whole, shared));
    assert.deepEqual(remainders[3], {
      ...{ horizon: 24, include_reserves: false, outage_seed: 3, fuel_prices: { 'fuel 7': 3 } },
    });
    assert.ok(JSON.stringify([shared, remainders]).length < 2 * JSON.stringify(all[0]).length + 300 * 100);
  });
  it('of an earlier version are whole already', () => {
    const whole = { horizon: 24, include_reserves: false, outage_seed: 3, fuel_prices: { Coal: 1 } };
    assert.deepEqual(wholeOptions(whole), whole);
  });
});
