/** Figures of prices: means weighted by load, and the highest price with the buses that share it. */
import assert from 'node:assert/strict';
import { highestPrice, meanPrice, placesOf } from '../../../../../temporal/case/arithmetic/price-figures.ts';

const NAMES = { bus: (key: string) => key, period: (hour: number) => `hour ${hour}`, unit: 'hour' };
const words = (prices: Record<string, number[]>, sign: 1 | -1 = 1): string =>
  placesOf(highestPrice(prices, undefined, sign) ?? assert.fail(), NAMES);

describe('the figures of prices', () => {
  it('have a mean by load, and one over the buses where there is no load', () => {
    const prices = { bus_1: [10, 20], bus_2: [40, 80] };
    const loads = [
      { bus: 1, values: [90, 0] },
      { bus: 2, values: [10, 0] },
    ];
    assert.equal(meanPrice(loads, prices), 13);
    assert.equal(meanPrice(loads, prices, { from: 1, to: 2 }), 50);
    assert.equal(meanPrice(loads, {}), undefined);
    assert.equal(meanPrice([...loads, { bus: 3, values: [999, 999] }], prices), 13);
  });

  it('name one bus only where it is alone with the highest price, but for rounding', () => {
    assert.equal(words({ bus_1: [1, 2], bus_2: [1, 3] }), 'bus_2, hour 1');
    assert.equal(
      words({ bus_2: [1, 3.001], bus_1: [3, 1] }),
      '2 bus-hours at this price, first at bus_1, hour 0',
    );
    assert.equal(words({ bus_1: [1, 3], bus_2: [1, 3] }), 'every bus, hour 1');
    assert.equal(words({ bus_1: [3, 3], bus_2: [3, 3] }), 'every bus, 2 hours, first: hour 0');
    assert.equal(words({ bus_1: [1, 2], bus_2: [5, 3] }, -1), 'bus_1, hour 0');
    assert.equal(highestPrice({}), undefined);
    assert.equal(highestPrice({ bus_1: [5, 1] }, { from: 1, to: 2 })?.usd, 1);
  });
});
