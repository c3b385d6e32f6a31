/** Sentences about random results pass; the same sentences with a changed figure do not. */
import assert from 'node:assert/strict';
import { toEvidence, toFinding } from '../../../../../api/analyst/grounding/evidence.ts';
import { ground } from '../../../../../api/analyst/grounding/ground.ts';
import { random } from '../../../../support/cases/random.ts';

const HOURS = 24;
const SEEDS = 40;
const SENTENCES = 25;
/** Largest share of changed figures that may be right by accident, as a total of a few figures or a ratio of two. */
const ACCIDENTS = 0.02;

interface Price {
  readonly bus: string;
  readonly hour: number;
  readonly price_usd_per_mwh: number;
}

function randomResult(seed: number) {
  const draw = random(seed);
  const prices: Price[] = ['bus_1', 'bus_2', 'bus_3'].flatMap((bus) =>
    Array.from({ length: HOURS }, (_, hour) => ({
      bus,
      hour,
      price_usd_per_mwh: draw.integer(1000, 9000) / 100,
    })),
  );
  const units = ['G1', 'G2', 'Coal'].map((generator) => ({
    generator,
    energy_usd: draw.integer(1_000_000, 90_000_000) / 100,
    hours_on: draw.integer(1, HOURS),
  }));
  return { draw, prices, units };
}

const evidenceOf = ({ prices, units }: ReturnType<typeof randomResult>) =>
  toEvidence([toFinding('get_lmp', { prices }), toFinding('get_cost_breakdown', { units })], {
    question: 'What happens in the system?',
    history: [],
  });

describe('answers about random results', () => {
  it('pass when their figures are those of the result', () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const result = randomResult(seed);
      const evidence = evidenceOf(result);
      const total = result.units.reduce((sum, { energy_usd }) => sum + energy_usd, 0);
      const answer = [
        ...result.prices.slice(0, SENTENCES).map(priceSentence),
        ...result.units.map(
          ({ generator, energy_usd }) => `Energy of ${generator} costs ${energy_usd.toFixed(2)} $.`,
        ),
        `All units together cost ${total.toFixed(0)} $.`,
      ].join(' ');
      assert.deepEqual(
        ground(answer, evidence).untraced.map(({ text }) => text),
        [],
        answer,
      );
    }
  });

  it('do not pass when a price is changed', () => {
    assert.ok(share((price) => priceSentence(price)) <= ACCIDENTS);
  });

  it('do not pass when the price is that of another bus or hour', () => {
    let passed = 0;
    for (let seed = 1; seed <= SEEDS; seed++) {
      const result = randomResult(seed);
      const evidence = evidenceOf(result);
      const { draw, prices } = result;
      for (let n = 0; n < SENTENCES; n++) {
        const price = prices[draw.integer(0, prices.length - 1)];
        const other = prices[draw.integer(0, prices.length - 1)];
        if (!price || !other || price.price_usd_per_mwh === other.price_usd_per_mwh) continue;
        const sentence = priceSentence({ ...price, price_usd_per_mwh: other.price_usd_per_mwh });
        if (ground(sentence, evidence).untraced.length === 0) passed += 1;
      }
    }
    assert.equal(passed, 0);
  });

  it('do not pass when they name a unit that is not there', () => {
    const evidence = evidenceOf(randomResult(1));
    for (let n = 3; n < 100; n++) assert.equal(ground(`G${n} is on.`, evidence).untraced.length, 1, `G${n}`);
  });
});

const priceSentence = ({ bus, hour, price_usd_per_mwh }: Price): string =>
  `At hour ${hour} the price at ${bus} is ${price_usd_per_mwh.toFixed(2)} $/MWh.`;

/** Share of sentences with a changed price that pass the gate. */
function share(sentence: (price: Price) => string): number {
  let passed = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const result = randomResult(seed);
    const evidence = evidenceOf(result);
    for (const price of result.prices.slice(0, SENTENCES)) {
      const lie = price.price_usd_per_mwh * (1 + result.draw.integer(1, 40) / 100) + 0.07;
      if (ground(sentence({ ...price, price_usd_per_mwh: lie }), evidence).untraced.length === 0) passed += 1;
    }
  }
  return passed / (SEEDS * SENTENCES);
}
