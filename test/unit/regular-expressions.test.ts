/**
 * No regular expression may take polynomial or exponential time, since a client could then decide how long it takes.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { analyse } from 'scslre';
import ts from 'typescript';

const ROOT = new URL('../../../', import.meta.url).pathname;
const FOLDERS = ['api', 'activities', 'mongo', 'temporal', 'workers', 'workflows'];

/** Expressions that the check reports although they are harmless, each with the reason. */
const ACCEPTED: Readonly<Record<string, string>> = {
  '/```[\\w-]*\\n?([\\s\\S]*?)(?:```|$)/g': 'The end of the text always matches, so nothing is tried twice.',
};

/** Regular expression literals of a file. Expressions that are composed at run time are not checked. */
function literalsOf(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest);
  const patterns: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) patterns.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return patterns;
}

/** Ways in which an expression is slow; empty if it is fast. */
function slowIn(literal: string): string[] {
  const end = literal.lastIndexOf('/');
  const { reports } = analyse({ source: literal.slice(1, end), flags: literal.slice(end + 1) });
  return reports.map(({ exponential }) => (exponential ? 'exponential' : 'polynomial'));
}

describe('regular expressions', () => {
  it('are known to be slow where they are', () => {
    // Each of these expressions once stopped the service: for a section of a RAW file, and for the number at the end of
    // a name.
    assert.deepEqual(new Set(slowIn('/BEGIN\\s+(.*?)\\s*(?:DATA.*)?$/i')), new Set(['polynomial']));
    assert.deepEqual(slowIn('/\\d+$/'), ['polynomial']);
    assert.ok(slowIn('/^(?:a+)+$/').includes('exponential'));
  });

  for (const folder of FOLDERS) {
    it(`of ${folder} take linear time`, () => {
      const paths = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
      const slow = paths
        .filter((path) => /\.tsx?$/.test(path))
        .flatMap((path) => literalsOf(`${folder}/${path}`).map((literal) => ({ path, literal })))
        .filter(({ literal }) => !(literal in ACCEPTED) && slowIn(literal).length > 0);
      assert.deepEqual(slow, []);
    });
  }
});
