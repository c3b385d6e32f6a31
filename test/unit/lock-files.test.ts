import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

interface Locked {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const text = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const LOCK: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(text('package-lock.json'));
/** All packages, without the project itself, whose path is empty. */
const PACKAGES = Object.entries(LOCK.packages).filter(([path]) => path !== '');

describe('package-lock.json', () => {
  it('has the SHA-512 and the address of every package, those of other platforms included', () => {
    const unchecked = PACKAGES.filter(
      ([, { resolved = '', integrity = '' }]) =>
        !resolved.startsWith('https:') || !integrity.startsWith('sha512-'),
    );
    assert.deepEqual(
      unchecked.map(([path]) => path),
      [],
    );
  });

  it('leaves out no platform: optional packages of each are locked too', () => {
    const locked = new Set(PACKAGES.map(([path]) => path.replace(/^.*node_modules\//, '')));
    const optionalNames = PACKAGES.flatMap(([, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies),
    );
    assert.ok(optionalNames.length > 0);
    assert.deepEqual(
      optionalNames.filter((name) => !locked.has(name)),
      [],
    );
  });
});

describe('temporal/server/go.sum', () => {
  const modules = text('temporal/server/go.mod');
  const sums = text('temporal/server/go.sum').split('\n');

  it('has the hash of every module that go.mod names, and that of its go.mod', () => {
    assert.ok(needed(modules).length > 400);
    assert.deepEqual(missing(modules, sums), []);
  });

  it('is found wanting without any one of these lines, which is named', () => {
    const lines = new Set(needed(modules));
    for (const line of sums.filter((sum) => lines.has(hashed(sum)))) {
      const others = sums.filter((sum) => sum !== line);
      assert.deepEqual(missing(modules, others), [hashed(line)]);
    }
  });
});

/** Module and version in a line of go.sum; the hash is removed. */
const hashed = (line: string) => line.replace(/ h1:.*$/, '');

/**
 * Lines of go.sum that `go build` needs on a machine with empty caches: both lines of each module in go.mod, since `go
 * mod tidy` keeps only modules from which some platform builds.
 */
function needed(modules: string): string[] {
  const replacements = modules.matchAll(/^replace (\S+) \S+ => (\S+ \S+)$/gm);
  const replaced = new Map([...replacements].map(([, name, other]) => [name, other]));
  const required = modules.matchAll(/^\t(\S+) (v\S+)/gm);
  return [...required].flatMap(([, name, version]) => {
    const module = replaced.get(name) ?? `${name} ${version}`;
    return [module, `${module}/go.mod`];
  });
}

function missing(modules: string, sums: readonly string[]): string[] {
  const present = new Set(sums.map(hashed));
  return needed(modules).filter((module) => !present.has(module));
}
