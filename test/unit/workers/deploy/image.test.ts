/** The Dockerfile copies files that exist, and starts from a supported version of Node. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { deployText, imageEnv, sourceText } from '../../../support/deploy/read-deploy.ts';

const dockerfile = deployText('Dockerfile').replaceAll(/\\\n\s*/g, '');
const ignored = sourceText('.dockerignore').split('\n');
const root = new URL('../../../../../', import.meta.url);

describe('the image', () => {
  it('is made of files that there are and that are sent to the builder', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, from = '']) =>
      from.split(' '),
    );
    assert.ok(copied.includes('package-lock.json'));
    for (const file of copied.filter((name) => name !== '.')) {
      assert.ok(existsSync(new URL(file, root)), file);
      assert.ok(ignored.includes(`!${file.split('/')[0]}`), file);
    }
  });

  it('sends every folder of sources, and nothing that is not of the project', () => {
    for (const folder of [
      'activities',
      'api',
      'mongo',
      'temporal',
      'test',
      'workers',
      'workflows',
      'tsconfig.json',
    ])
      assert.ok(ignored.includes(`!${folder}`), folder);
    assert.ok(ignored.includes('**'));
    assert.ok(!ignored.includes('!.data') && !ignored.includes('!node_modules'));
  });

  it('takes from stages that come before', () => {
    const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\w+)$/gm)].map(([, name]) => name);
    const used = [...dockerfile.matchAll(/^COPY --from=(\w+)/gm)].map(([, name]) => name);
    assert.equal(stages.at(-1), 'runtime');
    assert.deepEqual(
      used.filter((name) => !stages.slice(0, -1).includes(name)),
      [],
    );
  });

  it('runs on a Node that package.json permits, as an unprivileged user', () => {
    const [, major = 0, minor = 0] = /^ARG NODE=node:(\d+)\.(\d+)\./m.exec(dockerfile)?.map(Number) ?? [];
    const { engines } = JSON.parse(sourceText('package.json'));
    assert.equal(engines.node, '^20.19.0 || ^22.12.0 || >=24');
    assert.ok((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24);
    assert.match(dockerfile.slice(dockerfile.lastIndexOf('FROM')), /^USER 1000:1000$/m);
  });

  it('has the native library where the settings say, of the wheel whose hash is pinned', () => {
    assert.ok(dockerfile.includes(`libhighs.so ${imageEnv()['HIGHS_LIBRARY']}`));
    assert.ok(dockerfile.includes('--require-hashes'));
    assert.match(sourceText('activities/solvers/highs/requirements.txt'), /--hash=sha256:/);
  });
});
