/** The report of a job: whatever a case is called, it is one file in which nothing runs and nothing is loaded. */
import assert from 'node:assert/strict';
import { jobReport } from '../../../../api/certificates/report.ts';
import { checkCertificate } from '../../../../api/client/offline/check-certificate.ts';
import { conclusion } from '../../../../api/client/offline/findings.ts';
import { readEvidence } from '../../../../api/client/offline/read-certificate.ts';
import { certifiedCase, certifiedCases } from '../../../support/cases/certified-case.ts';
import { generator, payload } from '../../../support/cases/payloads.ts';

const HOSTILE = `</script><script>alert(1)</script><img src=x onerror="alert(1)"> & 'x' <!-- `;

async function hostileReport() {
  const generators = [generator({ name: HOSTILE, p_max: 300, p_min: 0 }), generator({ name: '__proto' })];
  const found = await certifiedCase(payload({ generators }), 'uc');
  assert.ok(found);
  return jobReport({ title: HOSTILE, job: { _id: found.schedule.job_id, job_type: 'uc' }, ...found });
}

describe('the report of a job', function () {
  this.timeout(60_000);
  it('carries what a check of it needs', async () => {
    for (const { name, ...found } of await certifiedCases(13)) {
      const { job_id: _id, job_type } = found.certificate.statement;
      const html = jobReport({ title: name, job: { _id, job_type }, ...found });
      const verdict = await checkCertificate(readEvidence(html));
      assert.equal(conclusion(verdict).is, 'good', JSON.stringify(verdict.findings));
      assert.match(html, /<h2>Units<\/h2>/);
      assert.ok(!/NaN|undefined|Infinity/.test(html.replaceAll(/<script.*/g, '')), html.slice(0, 2000));
    }
  });

  it('escapes every name, in its words and in its data', async () => {
    const html = await hostileReport();
    const scripts = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
    assert.equal(scripts.length, 4);
    assert.ok(scripts.every((tag) => tag.startsWith('<script type="application/json" id="')));
    assert.ok(!html.includes('<img') && !html.includes('<!--'));
    assert.equal(html.match(/<\/script>/g)?.length, 4);
    assert.ok(conclusion(await checkCertificate(readEvidence(html))).is === 'good');
  });

  it('loads nothing: it has no address but its own name', async () => {
    const html = await hostileReport();
    const markup = html.replaceAll(/<script.*/g, '');
    assert.ok(!/\b(src|href|action)\s*=\s*"/i.test(markup.replaceAll(/&[a-z#0-9]+;/g, ' ')));
    assert.ok(!/url\(|@import|https?:/.test(markup));
    assert.match(markup, /default-src 'none'/);
  });
});
