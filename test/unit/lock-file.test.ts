import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

interface Locked {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const LOCK: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(
  readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8'),
);
/** Without the project itself, whose path is empty. */
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

  it('leaves out no platform: what a package may need there is locked too', () => {
    const locked = new Set(PACKAGES.map(([path]) => path.replace(/^.*node_modules\//, '')));
    const wanted = PACKAGES.flatMap(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies));
    assert.ok(wanted.length > 0);
    assert.deepEqual(
      wanted.filter((name) => !locked.has(name)),
      [],
    );
  });
});
