/** Figures and names as people write them, in six languages. */
import assert from 'node:assert/strict';
import { findMentions, plainDigits } from '../../../../../api/analyst/grounding/mentions.ts';
import { wordsValue } from '../../../../../api/analyst/grounding/numbers.ts';
import { readTsv } from '../../../../support/read-tsv.ts';

describe('figures in a text', () => {
  // Each figure of a row has its possible values, its unit and its role.
  for (const { text, figures } of readTsv('analyst/figures.tsv', ['text', 'figures'])) {
    it(`are found in: ${text}`, () => {
      const mentioned = findMentions(text)
        .filter(({ name }) => name === null)
        .map(({ readings, unit, role }) => [readings.map(({ value }) => value), unit, role]);
      const sorted = mentioned.map(([values, ...rest]) => [
        [...(values as number[])].sort((a, b) => a - b),
        ...rest,
      ]);
      assert.deepEqual(sorted, JSON.parse(figures));
    });
  }

  for (const { text, names } of readTsv('analyst/names.tsv', ['text', 'names'])) {
    it(`are distinguished from names in: ${text}`, () => {
      const mentioned = findMentions(text).flatMap(({ name }) => (name === null ? [] : [name]));
      assert.equal(mentioned.join(' '), names);
    });
  }

  it('are exact to half a unit of their last digit, or of their last zero when they say so', () => {
    const tolerance = (text: string) => findMentions(text)[0]?.readings[0]?.tolerance;
    assert.equal(tolerance('It is 60.13 $.'), 0.005);
    assert.equal(tolerance('It is 428000 $.'), 0.5);
    assert.equal(tolerance('It is about 428000 $.'), 500);
    assert.equal(tolerance('It is 2.5 GW.'), 50);
  });

  it('stand at their place in the text', () => {
    const text = 'At hour 18 unit G12 makes 40.5 MW.';
    for (const mention of findMentions(text)) {
      assert.equal(text.slice(mention.start, mention.end), mention.text);
    }
  });
});

describe('digits of other scripts', () => {
  for (const { text, plain } of readTsv('analyst/digits.tsv', ['text', 'plain'])) {
    it(`are those of ${plain}`, () => assert.equal(plainDigits(text), plain));
  }
});

describe('spelled-out numbers', () => {
  for (const { words, value } of readTsv('analyst/spelled-out.tsv', ['words', 'value'])) {
    it(`are worth ${value} in ${words}`, () => assert.equal(wordsValue(words), Number(value)));
  }
});
