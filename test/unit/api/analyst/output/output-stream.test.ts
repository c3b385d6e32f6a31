/** What leaves the service of an answer: whole, and word by word. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  createOutputStream,
  filterOutput,
  REFUSAL,
} from '../../../../../api/analyst/output/output-stream.ts';

const systemPrompt = `You are the analyst of a unit-commitment service. Answer only from what the tools
  return, name the scenario you speak of, and never invent a number that no tool has given you.`;
const settings = { systemPrompt };
const SECRET_KEY = 'sk-abc123def456ghi789';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
const PEM = '-----BEGIN RSA PRIVATE KEY-----\nMIIEow IBAAKC\nAQEA\n-----END RSA PRIVATE KEY-----';

const PROSE = [
  'Unit G2 is on from hour 5; its LMP is 32.4 $/MWh (marginal: coal_1).',
  'The balance is sum_g P[g](t) = D[t], with P[g](t) <= p_max, x < 5 and a<b && c>d.',
  'const load: Map<string, number> = new Map<string, number>();\nfor (let i=0;i<n;i++) f[i](x);',
  '| unit | MW |\n|------|----|\n| G1 | 200 |\n\n- 1.5 p.u. (see hour 3)\n- limit: 5/7',
  'Die Leitung L1 ist überlastet; die Kosten steigen um 3,5 % ⚡\ufe0f.',
  'The bearer plants run. A data: field, a file: field and a ratio 3:2.',
];

/** Text -> the same text without what must not leave. */
const CLEANED: readonly (readonly [text: string, expected: string, reason: string])[] = [
  [`The key is ${SECRET_KEY}.`, 'The key is [redacted].', 'secret'],
  ['gok_0123456789abcdef0123', '[redacted]', 'secret'],
  ['ghp_abcdefghijklmnopqrstuvwxyz0123456789', '[redacted]', 'secret'],
  ['AKIAIOSFODNN7EXAMPLE', '[redacted]', 'secret'],
  [`token=${JWT}`, 'token=[redacted]', 'secret'],
  [`a ${PEM} b`, 'a [redacted] b', 'secret'],
  ['-----BEGIN PRIVATE KEY-----\nMII never ends', '[redacted]', 'secret'],
  ['Authorization: Bearer abcdefgh0123456789xyz', 'Authorization: [redacted]', 'secret'],
  ['mongodb://admin:hunter22@db/x', '[redacted]db/x', 'secret'],
  ['see [the  docs](https://evil.example/x?q=1 "t") now', 'see [the  docs] now', 'link'],
  ['![](//evil.example/p.png?d=42)', '![]', 'link'],
  ['[a](javascript:alert(1)) b', '[a] b', 'link'],
  ['[a][1]\n\n[1]: https://evil.example/x', '[a][1]\n\n[1]: {link removed}', 'link'],
  ['<https://evil.example/a> b', '{link removed} b', 'link'],
  ['at https://evil.example/a?b=c.', 'at {link removed}.', 'link'],
  ['at www.evil.example.', 'at {link removed}.', 'link'],
  ['at evil.com/x?d=1, then', 'at {link removed}, then', 'link'],
  ['<b>bold</b> and <a href="x y">words</a>', 'bold and words', 'html'],
  ['x<img src=x\nonerror=alert(1)>y', 'xy', 'html'],
  ['x <img src=x onerror=alert(1)', 'x < img src=x onerror=alert(1)', 'html'],
  ['<scr<b>ipt>alert(1)</scr</b>ipt>', 'alert(1)', 'html'],
  ['a<!-- hidden words -->b', 'ab', 'html'],
  ['sk-abc\u200b123def456\u2060ghi789', '[redacted]', 'invisible'],
  ['on\u{e0068}\u{e0069}', 'on', 'invisible'],
];

/** The stream's fragments when the text comes in the given pieces. */
function streamed(pieces: readonly string[]) {
  const stream = createOutputStream(settings);
  const released = pieces.map((piece) => stream.push(piece));
  const end = stream.end();
  return { released, end, whole: released.join('') + end.rest };
}

describe('filterOutput', () => {
  for (const text of PROSE) {
    it(`leaves as it is: ${JSON.stringify(text.slice(0, 40))}`, () => {
      assert.deepEqual(filterOutput(text, settings), { text, moderated: false, reasons: [] });
    });
  }
  for (const [text, expected, reason] of CLEANED) {
    it(`takes the ${reason} out of ${JSON.stringify(text.slice(0, 40))}`, () => {
      const { text: cleaned, moderated, reasons } = filterOutput(text, settings);
      assert.equal(cleaned, expected);
      assert.ok(moderated && reasons.some((each) => each === reason), String(reasons));
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
      assert.deepEqual(filterOutput(text, settings), {
        text: REFUSAL,
        moderated: true,
        reasons: ['system_prompt'],
      });
    });
  }
  it('lets seven words of it pass, as any sentence may share them', () => {
    const text = 'I answer only from what the tools return.';
    assert.equal(filterOutput(text, settings).text, text);
  });
  it('guards nothing where there is no prompt', () => {
    assert.equal(filterOutput('Unit G1 is on.', { systemPrompt: '' }).text, 'Unit G1 is on.');
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
  it('goes on when a likeness of the prompt comes to nothing', () => {
    const text = 'We answer only from what the market clears at noon.';
    assert.equal(streamed([...text]).whole, text);
  });

  const fragment = fc.oneof(
    fc.constantFrom(
      ...PROSE,
      ...CLEANED.map(([text]) => text),
      ' ',
      '\n',
      '<',
      '](',
      ')',
      '>',
      '-----BEGIN ',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  );
  it('says the same as the filter of the whole text, however the text is cut', () => {
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
          assert.equal(whole, filterOutput(text, settings).text);
          assert.equal(whole, end.text);
        },
      ),
      { numRuns: 120 },
    );
  });
  it('lets no key and no address out, whatever surrounds them, and changes clean text no more', () => {
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 6 }), (parts) => {
        const { text } = filterOutput(
          `${parts.join(' ')} ${SECRET_KEY} https://evil.example/?${SECRET_KEY} `,
          settings,
        );
        assert.ok(!text.includes('abc123') && !text.includes('evil.example/?'), text);
        assert.equal(filterOutput(text, settings).text, text);
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
      filterOutput(flood.repeat(16_000 / flood.length), settings);
      const ms = performance.now() - start;
      assert.ok(ms < 1000, `${flood} ${ms} ms`);
    }
  });
});
