/**
 * `npm run bench -- walk`: a reader's way through the engine, from `solveRequest` to the answer: its files in the order
 * in which one solve first reaches their functions, and the number of stops, files and functions. A stop ends when the
 * next function is in another file. The solve runs in a copy of the build in which each named function reports its
 * entry.
 */
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path/posix';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { meshedCase } from '../support/cases/meshed-case.ts';
import type * as Solving from '../support/engine/solve.ts';
import { benchmark, thisProcess } from './harness/benchmark.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;
const ENGINE = 'activities/engine';
const COPIED = ['activities', 'temporal', 'test/support'];
const CASE = meshedCase(24, 16, { horizon: 24, seed: 4, outages: true });
const HOOK = 'entered';

/** Inserted text that calls the hook of the process when the body runs. */
function called(body: ts.Node, file: string, name: string): (readonly [at: number, code: string])[] {
  const call = `globalThis.${HOOK}('${file}', '${name}', ${body.pos})`;
  if (ts.isBlock(body)) return [[body.getStart() + 1, `${call};`]];
  return [
    [body.getStart(), `(${call}, `],
    [body.end, ')'],
  ];
}

/** Name of a function or method, or of the constant or property that holds an arrow function. */
function nameOf(node: ts.Node): ts.Node | undefined {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return node.name;
  if (!ts.isArrowFunction(node)) return undefined;
  const { parent } = node;
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name : undefined;
}

function instrumented(text: string, file: string): string {
  const inserted: (readonly [at: number, code: string])[] = [];
  const visit = (node: ts.Node): void => {
    const name = nameOf(node);
    if (name && ts.isFunctionLike(node) && 'body' in node && node.body)
      inserted.push(...called(node.body, file, name.getText()));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  inserted.sort(([a], [b]) => b - a);
  return inserted.reduce((code, [at, more]) => code.slice(0, at) + more + code.slice(at), text);
}

/** Copies the build and instruments its engine; the caller removes the copy. */
async function copyBuild(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'grid-walk-'));
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  await cp(join(ROOT, 'package.json'), join(copy, 'package.json'));
  for (const folder of COPIED) await cp(join(ROOT, 'dist', folder), join(copy, folder), { recursive: true });
  for (const name of await readdir(join(copy, ENGINE), { recursive: true })) {
    const file = join(copy, ENGINE, name);
    if (!name.endsWith('.js')) continue;
    await writeFile(file, instrumented(await readFile(file, 'utf8'), name.replace('.js', '')));
  }
  return copy;
}

await benchmark(thisProcess, async (_, tell) => {
  const stops: { readonly file: string; readonly names: string[] }[] = [];
  const visited = new Set<string>();
  const enter = (file: string, name: string, at: number): void => {
    const place = `${file}:${at}`;
    if (visited.has(place)) return;
    visited.add(place);
    if (stops.at(-1)?.file !== file) stops.push({ file, names: [] });
    stops.at(-1)?.names.push(name);
  };
  Reflect.set(globalThis, HOOK, enter);
  const copy = await copyBuild();
  try {
    const { href } = pathToFileURL(join(copy, 'test/support/engine/solve.js'));
    const { solve }: typeof Solving = await import(href);
    await solve('scuc', CASE, { mipGap: 1e-3 });
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
  for (const { file, names } of stops) tell(file, names.join(' '));
  const files = new Set(stops.map(({ file }) => file));
  tell('walk', { stops: stops.length, files: files.size, functions: visited.size });
});
