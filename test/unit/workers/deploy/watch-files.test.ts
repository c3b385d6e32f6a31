/** Alerts, dashboard and runbook agree with each other; a test with a whole stack checks that their metrics exist. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { skip } from '../../../support/skip.ts';
import { alerts, askedBy, queries, WATCH } from '../../../support/watching/queries.ts';

const NO_PROMTOOL = {
  ...{ reason: 'promtool is not installed', remedy: 'Install Prometheus, which contains it' },
  isOptional: true,
};
const RUNBOOK = 'workers/deploy/watch/RUNBOOK.md';

describe('alerts', () => {
  it('have a section of the runbook each, with meaning, diagnosis and remedy', () => {
    const text = readFileSync(new URL('RUNBOOK.md', WATCH), 'utf8');
    const [, ...sections] = text.slice(text.indexOf('# Runbook')).split('\n## ');
    assert.deepEqual(
      sections.map((section) => section.split('\n', 1)[0]),
      alerts().map(({ name }) => name),
    );
    for (const section of sections)
      for (const part of ['**Means**: ', '**Look at**: ', '**Do**: '])
        assert.ok(section.includes(`\n${part}`), `${part} ${section.split('\n', 1)[0]}`);
  });

  it('name their section', () => {
    for (const { name, runbook } of alerts()) assert.equal(runbook, `${RUNBOOK}#${name.toLowerCase()}`);
  });

  it('are rules that Prometheus takes', function () {
    const files = ['rules', 'alerts.yaml', 'config', 'prometheus.yaml'];
    for (let at = 0; at < files.length; at += 2) {
      const file = fileURLToPath(new URL(files[at + 1] ?? '', WATCH));
      const syntax = files[at] === 'config' ? ['--syntax-only'] : [];
      const checked = spawnSync('promtool', ['check', files[at] ?? '', ...syntax, file], {
        encoding: 'utf8',
      });
      if (checked.error) skip(this, NO_PROMTOOL);
      assert.equal(checked.status, 0, checked.stdout + checked.stderr);
    }
  });
});

describe('queries', () => {
  it('of every panel ask for something', () => {
    const empty = queries().filter(([, expressions]) =>
      expressions.some((query) => askedBy(query).length === 0),
    );
    assert.deepEqual(empty, []);
  });

  it('are taken apart into metrics and labels', () => {
    const query =
      'histogram_quantile(0.9, sum by (le, kind) (rate(a_bucket{x=~"b|c{2}", job="j"}[5m]))) unless on () up > 1';
    assert.deepEqual(askedBy(query), [
      { metric: 'a_bucket', chosen: ['x'], grouped: ['le', 'kind'] },
      { metric: 'up', chosen: [], grouped: ['le', 'kind'] },
    ]);
  });
});
