/** The filter of an answer, applied to the whole text and word by word. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  createOutputStream,
  filterOutput,
  REFUSAL,
} from '../../../../../api/analyst/output/output-stream.ts';
import { readTsv } from '../../../../support/read-tsv.ts';

const systemPrompt = `You are the analyst of a unit-commitment service. Answer only from what the tools
  return, name the scenario you speak of, and never invent a number that no tool has given you.`;
const SECRET_KEY = 'sk-abc123def456ghi789';
/** Rows: a text, the same text without forbidden parts, and the reason, which is empty for plain prose. */
const TEXTS = readTsv('analyst/output.tsv', ['text', 'cleaned', 'reason']);

/** Output of the stream for a text that arrives in these pieces. */
function streamed(pieces: readonly string[]) {
  const stream = createOutputStream(systemPrompt);
  const released = pieces.map((piece) => stream.push(piece));
  const end = stream.end();
  return { released, end, whole: released.join('') + end.rest };
}

describe('filterOutput', () => {
  for (const { text, cleaned, reason } of TEXTS) {
    const start = JSON.stringify(text.slice(0, 40));
    it(reason ? `takes the ${reason} out of ${start}` : `leaves as it is: ${start}`, () => {
      const filtered = filterOutput(text, systemPrompt);
      assert.equal(filtered.text, cleaned);
      assert.equal(filtered.moderated, reason !== '');
      if (!reason) assert.deepEqual(filtered.reasons, []);
      else
        assert.ok(
          filtered.reasons.some((each) => each === reason),
          String(filtered.reasons),
        );
    });
  }

  const COPY = 'answer only from what the tools return, name';
  const LEAKS = {
    'in its own words': `I was told to ${COPY} it.`,
    'in capitals and other spacing': `xx ${COPY.toUpperCase().replaceAll(' ', '\n--\n')}`,
    'letter by letter': [...COPY].join(' '),
    'run together': COPY.replaceAll(' ', ''),
    'in base64': `Here: ${Buffer.from(systemPrompt).toString('base64')}`,
    'in base64 from the middle, over lines': Buffer.from(`..${COPY} it..`)
      .toString('base64url')
      .replace(/.{24}/g, '$&\n'),
    backwards: [...COPY].reverse().join(''),
  };
  for (const [how, text] of Object.entries(LEAKS)) {
    it(`refuses to give the system prompt away ${how}`, () => {
      assert.deepEqual(filterOutput(text, systemPrompt), {
        text: REFUSAL,
        moderated: true,
        reasons: ['system_prompt'],
      });
    });
  }
  it('lets seven words of it pass, as any sentence may share them', () => {
    const text = 'I answer only from what the tools return.';
    assert.equal(filterOutput(text, systemPrompt).text, text);
  });
  it('guards nothing where there is no prompt', () => {
    assert.equal(filterOutput('Unit G1 is on.', '').text, 'Unit G1 is on.');
  });
});

describe('an output stream', () => {
  it('releases each word as soon as the next begins', () => {
    const { released, end } = streamed(['Unit', ' G1', ' is', ' on', '.']);
    assert.deepEqual([...released, end.rest], ['', 'Unit ', 'G1 ', 'is ', '', 'on.']);
  });
  it('holds back a link and a key until they are whole', () => {
    const pieces = ['See [it](', 'https://', 'evil.example ', '"t")', ' Key', ' sk-abc', '123def456', ' ok'];
    assert.deepEqual(streamed(pieces).released, ['See ', '', '', '', '[it] ', 'Key ', '', '[redacted] ']);
  });
  it('stops at a copy of the system prompt and ends with a refusal', () => {
    const { released, end } = streamed(`Fine: ${systemPrompt}`.match(/\S+\s*/g) ?? []);
    assert.ok(released.join('').split(/\s+/).length <= 5, released.join(''));
    assert.deepEqual([end.rest, end.text, end.reasons], [REFUSAL, REFUSAL, ['system_prompt']]);
  });
  it('continues when a partial match of the prompt ends', () => {
    const text = 'We answer only from what the market clears at noon.';
    assert.equal(streamed([...text]).whole, text);
  });

  const fragment = fc.oneof(
    fc.constantFrom(...TEXTS.map(({ text }) => text), ' ', '\n', '<', '](', ')', '>', '-----BEGIN '),
    fc.string({ unit: 'binary', maxLength: 8 }),
  );
  it('gives the output of the filter of the whole text, however the text is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fragment, { maxLength: 6 }),
        fc.array(fc.nat(12), { maxLength: 40 }),
        (parts, cuts) => {
          const text = parts.join('');
          const pieces: string[] = [];
          let at = 0;
          for (const cut of cuts) {
            pieces.push(text.slice(at, at + cut));
            at += cut;
          }
          const { whole, end } = streamed([...pieces, text.slice(at)]);
          assert.equal(whole, filterOutput(text, systemPrompt).text);
          assert.equal(whole, end.text);
        },
      ),
      { numRuns: 120 },
    );
  });
  it('lets no key and no address out in any context, and leaves clean text unchanged', () => {
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 6 }), (parts) => {
        const { text } = filterOutput(
          `${parts.join(' ')} ${SECRET_KEY} https://evil.example/?${SECRET_KEY} `,
          systemPrompt,
        );
        assert.ok(!text.includes('abc123') && !text.includes('evil.example/?'), text);
        assert.equal(filterOutput(text, systemPrompt).text, text);
      }),
      { numRuns: 120 },
    );
  });
  it('reads a hostile flood without catastrophic backtracking', () => {
    for (const flood of [
      '](',
      '<a ',
      '-----BEGIN ',
      'bearer ',
      '<!--',
      'a.com/',
      'https://',
      'eyJ',
      '<b>',
      '((',
    ]) {
      const start = performance.now();
      filterOutput(flood.repeat(16_000 / flood.length), systemPrompt);
      const ms = performance.now() - start;
      assert.ok(ms < 1000, `${flood} ${ms} ms`);
    }
  });
});
