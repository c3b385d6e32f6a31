/** Figures and names as people write them, in six languages. */
import assert from 'node:assert/strict';
import { findMentions, plainDigits } from '../../../../../api/analyst/grounding/mentions.ts';
import { wordsValue } from '../../../../../api/analyst/grounding/numbers.ts';

/** Text -> the values each figure may have, with its unit and role. */
const FIGURES: readonly (readonly [
  text: string,
  ...figures: readonly (readonly [values: readonly number[], unit: string | null, role: string])[],
])[] = [
  ['It costs 428,179.76 $.', [[428_179.76], '$', 'value']],
  ['It costs $428,179.76.', [[428_179.76], '$', 'value']],
  ['Es kostet 428.179,76 USD.', [[428_179.76], '$', 'value']],
  ["Es kostet 428'179.76 Dollar.", [[428_179.76], '$', 'value']],
  ['Cela coûte 428\u202f179,76 $.', [[428_179.76], '$', 'value']],
  ['It is 1,234 MW.', [[1.234, 1234], 'MW', 'value']],
  ['It is 1,234,567 MW.', [[1_234_567], 'MW', 'value']],
  ['It is 12,34 MW.', [[12.34], 'MW', 'value']],
  ['It is 1.2e3 MW.', [[1200], 'MW', 'value']],
  ['It is 1.2 GW.', [[1200], 'MW', 'value']],
  ['It is 1.5 GWh.', [[1500], 'MWh', 'value']],
  ['It is 500 kW.', [[0.5], 'MW', 'value']],
  ['It is $0.04/kWh.', [[40], '$/MWh', 'value']],
  ['It is 40 USD/MWh.', [[40], '$/MWh', 'value']],
  ['It is 40 dollars per MWh.', [[40], '$/MWh', 'value']],
  ['It is 12 %.', [[12], '%', 'value']],
  ['Es sind 12 Prozent.', [[12], '%', 'value']],
  ['Es el 12 por ciento.', [[12], '%', 'value']],
  ['It costs 2.5 million $.', [[2_500_000], '$', 'value']],
  ['It costs $2.5M.', [[2_500_000], '$', 'value']],
  ['It costs 3k $.', [[3000], '$', 'value']],
  ['Es kostet 2,5 Mio. USD.', [[2_500_000], '$', 'value']],
  ['At hour 18 it rises.', [[18], null, 'hour']],
  ['At 18:00 it rises.', [[18], null, 'hour']],
  ['Um Stunde 18 steigt er.', [[18], null, 'hour']],
  ['A la hora 18 sube.', [[18], null, 'hour']],
  ["À l'heure 18 il monte.", [[18], null, 'hour']],
  ["All'ora 18 sale.", [[18], null, 'hour']],
  ['In hours 17 to 19 it rises.', [[17], null, 'hour'], [[19], null, 'hour']],
  ['In hours 3, 4 and 5 it is off.', [[3], null, 'hour'], [[4], null, 'hour'], [[5], null, 'hour']],
  ['It runs for 9 hours.', [[9], 'h', 'value']],
  ['Bus 3 is dear.', [[3], null, 'entity']],
  ['Knoten 3 ist teuer.', [[3], null, 'entity']],
  ['There are 3 lines and 6 hours.', [[3], null, 'value'], [[6], 'h', 'value']],
  ['A change of -5 MW.', [[-5], 'MW', 'value']],
  ['A change of \u22125 MW.', [[-5], 'MW', 'value']],
  ['Between 10-20 MW.', [[10], null, 'value'], [[20], 'MW', 'value']],
  ['It costs forty-seven dollars.', [[47], '$', 'value']],
  ['Es kostet siebenundvierzig Dollar.', [[47], '$', 'value']],
  ['Cuesta cuarenta y siete dólares.', [[47], '$', 'value']],
  ['It is on for nine hours.', [[9], 'h', 'value']],
  ['At hour eighteen it rises.', [[18], null, 'hour']],
  ['It rises from 40 to 50 MW.', [[40], null, 'value'], [[50], 'MW', 'value']],
  ['El precio ha 50 MW.', [[50], 'MW', 'value']],
  ['There are two reasons for it.'],
  ['1. The first.\n2. The second.'],
  ['One of them binds.'],
];

const NAMES: readonly (readonly [text: string, ...names: readonly string[]])[] = [
  ['Unit G12 is on.', 'g12'],
  ['The price at bus_3 rises.', 'bus3'],
  ['Line L1-2 binds.', 'l12'],
  ['The N-1 criterion and CO2 prices.'],
  ['Scenario rts24-scuc was solved.', 'rts24scuc'],
  ['It makes 40MW and runs 18h.'],
];

describe('figures in a text', () => {
  for (const [text, ...figures] of FIGURES) {
    it(`are found in: ${text}`, () => {
      const found = findMentions(text)
        .filter(({ name }) => name === null)
        .map(({ readings, unit, role }) => [readings.map(({ value }) => value), unit, role]);
      const sorted = found.map(([values, ...rest]) => [
        [...(values as number[])].sort((a, b) => a - b),
        ...rest,
      ]);
      assert.deepEqual(sorted, figures);
    });
  }

  for (const [text, ...names] of NAMES) {
    it(`are told from names in: ${text}`, () => {
      const found = findMentions(text).flatMap(({ name }) => (name === null ? [] : [name]));
      assert.deepEqual(found, names);
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
  for (const [text, plain] of [
    ['\u0664\u0667', '47'],
    ['\uff14\uff17', '47'],
    ['\u{1D7D2}\u{1D7D5}', '47'],
    ['\u0967\u0968', '12'],
    ['\u2460', '1'],
    ['m\u00b2', 'm2'],
    ['\u00bd', '1/2'],
    ['plain 47', 'plain 47'],
  ] as const) {
    it(`are those of ${plain}`, () => assert.equal(plainDigits(text), plain));
  }
});

describe('spelled-out numbers', () => {
  for (const [words, value] of [
    ['forty-seven', 47],
    ['two hundred and six', 206],
    ['three thousand', 3000],
    ['vierundzwanzig', 24],
    ['dreihundert', 300],
    ['veinte y cuatro', 24],
    ['quarante-deux', 42],
    ['novanta', 90],
    ['noventa e cinco', 95],
    ['two million', 2_000_000],
  ] as const) {
    it(`are worth ${value} in ${words}`, () => assert.equal(wordsValue(words), value));
  }
});
