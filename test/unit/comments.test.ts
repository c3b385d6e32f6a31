/**
 * The language of comments, API descriptions and local names: they name a thing and say what it does. Shapes of sentences that
 * have to be read twice are counted, and their numbers may fall but not rise.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';

const ROOT = new URL('../../../', import.meta.url).pathname;
const FOLDERS = ['api', 'workflows', 'activities', 'workers', 'temporal', 'mongo', 'test'];
const START = String.raw`^\s*(?:\/\*\*|\/\/|\*)\s+`;

interface Shape {
  readonly name: string;
  readonly pattern: RegExp;
  /** Largest number of lines with this shape. */
  readonly most: number;
  readonly bad: string;
  readonly good: string;
}

const SHAPES: readonly Shape[] = [
  {
    name: 'comment without a subject',
    pattern: new RegExp(`${START}(?:Of|At|As|By|Told|Such|Those|That of|Beside|Null|Absent)\\b`),
    most: 4,
    bad: '  /** Of each entry, MW. */',
    good: '  /** Value of each entry, MW. */',
  },
  {
    name: 'comment with a clause as its subject',
    pattern: new RegExp(`${START}(?:What(?!-)|Whatever|Who|Whoever|Which)\\b(?!.*\\?)`),
    most: 2,
    bad: '  // What is left of the time, s.',
    good: '  // Remaining time, s.',
  },
  {
    name: 'paraphrase in a comment',
    pattern:
      /^\s*(?:\/\*\*|\/\/|\*).*\b(?:nobody|is none|is said|was said|is told|are told|is asked for|what is left|what came|in no time|comes? of it)\b/i,
    most: 9,
    bad: '   * Undefined where there is none.',
    good: '   * Undefined without a bound.',
  },
  {
    name: 'API description without a subject',
    pattern: /description:\s*['"`](?:Of|At|As|By|Told|Such|Those|That of|Its own|Beside|From|For)\b/,
    most: 0,
    bad: "  description: 'Of the run as a whole',",
    good: "  description: 'Cost of the whole run, $',",
  },
  {
    name: 'local variable with the name of a participle',
    pattern:
      /\b(?:const|let)\s+(?:found|known|given|own|named|asked|held|told|left|came|taken|noted|wanted|seen|kept|begun)\b\s*[:=]/,
    most: 44,
    bad: '  const found = schedules.get(id);',
    good: '  const schedule = schedules.get(id);',
  },
];

const isSource = (file: string): boolean => /\.(tsx?|mjs|py)$/.test(file) && !file.endsWith('.d.ts');

function lines(): { place: string; text: string }[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => isSource(file) && !file.includes('node_modules'))
      .map((file) => join(folder, file)),
  );
  return files.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .map((text, at) => ({ place: `${file}:${at + 1}`, text: text.trim() })),
  );
}

describe('the language of the code', () => {
  const all = lines().filter(({ place }) => !place.startsWith('test/unit/comments.test.ts'));
  for (const { name, pattern, most, bad, good } of SHAPES) {
    it(`has at most ${most} of: ${name}`, () => {
      const places = all
        .filter(({ text }) => pattern.test(text))
        .map(({ place, text }) => `${place}  ${text}`);
      assert.ok(places.length <= most, `${places.length}:\n${places.join('\n')}`);
    });
    it(`is recognized: ${name}`, () => {
      assert.match(bad, pattern);
      assert.doesNotMatch(good, pattern);
    });
  }
});
