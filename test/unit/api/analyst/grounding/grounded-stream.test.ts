/**
 * Streaming through the gate: words pass at once, figures once they are traced, and nothing after a figure without a
 * source.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toEvidence, toFinding } from '../../../../../api/analyst/grounding/evidence.ts';
import { codeAware, createGroundedStream } from '../../../../../api/analyst/grounding/ground.ts';

const evidence = toEvidence(
  [toFinding('get_lmp', { prices: [{ bus: 'bus_3', hour: 18, price_usd_per_mwh: 60 }] })],
  { question: 'Price at bus 3 at hour 18?', history: [] },
);

function stream(fragments: readonly string[], gate = createGroundedStream(evidence)) {
  const shown = fragments.map((fragment) => gate.push(fragment));
  const { rest, untraced, citations } = gate.end();
  return { shown: [...shown, rest], untraced, citations };
}

describe('a grounded stream', () => {
  it('shows the first word as soon as it is complete', () => {
    assert.equal(stream(['The ', 'price'])['shown'][0], 'The ');
  });

  it('holds a sentence from its first figure to its end', () => {
    const { shown } = stream(['The price is 60', ' $/MWh', ' at hour 18', '. ', 'Good']);
    assert.equal(shown.join(''), 'The price is 60 $/MWh at hour 18. Good');
    assert.deepEqual(shown.slice(1, 3), ['', '']);
  });

  it('shows nothing from a false figure on', () => {
    const { shown, untraced } = stream(['All is well. The price is ', '61 $/MWh. ', 'It is 60 $/MWh.']);
    assert.equal(shown.join(''), 'All is well. The price is ');
    assert.deepEqual(
      untraced.map(({ text }) => text),
      ['61'],
    );
  });

  it('shows the same text however it is cut', () => {
    const text =
      'At hour 18 the price at bus_3 is 60.0 $/MWh. It is sixty there.\nNothing else binds, e.g. no line.';
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 30 }), (cuts) => {
        const at = [0, ...cuts.toSorted((a, b) => a - b), text.length];
        const fragments = at.slice(1).map((end, i) => text.slice(at[i], end));
        const { shown, untraced, citations } = stream(fragments);
        assert.equal(shown.join(''), text);
        assert.equal(untraced.length, 0);
        assert.equal(citations.length, 3);
      }),
    );
  });
});

describe('a grounded stream with code in it', () => {
  const TEXT = 'Call it so: ```js\nsubmit(47, "G9")\n``` and the price is 60 $/MWh.';
  const code = (text: string, size: number) =>
    stream(
      text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [],
      codeAware(createGroundedStream(evidence)),
    );

  for (const size of [1, 2, 3, 7, 1000]) {
    it(`checks the prose and not the code, in pieces of ${size}`, () => {
      const { shown, untraced } = code(TEXT, size);
      assert.equal(shown.join(''), TEXT);
      assert.equal(untraced.length, 0);
    });
  }

  it('shows no code after a false figure', () => {
    const { shown, untraced } = code('It is 61 $/MWh. ```run(1)```', 3);
    assert.equal(shown.join(''), 'It is ');
    assert.equal(untraced.length, 1);
  });
});
