/** The report of a job: whatever a case is called, it is one file in which nothing runs and nothing is loaded. */
import assert from 'node:assert/strict';
import { reportHtml } from '../../../../api/certificates/report.ts';
import { checkCertificate } from '../../../../api/client/offline/check-certificate.ts';
import { isGood } from '../../../../api/client/offline/findings.ts';
import { readEvidence } from '../../../../api/client/offline/read-certificate.ts';
import { certifiedCase, certifiedCases } from '../../../support/cases/certified-case.ts';
import { generator, payload } from '../../../support/cases/payloads.ts';

const HOSTILE = `</script><script>alert(1)</script><img src=x onerror="alert(1)"> & 'x' <!-- `;

const noJson = (): never => assert.fail('it is a page');

async function hostileReport() {
  const found = await certifiedCase(
    payload({
      generators: [generator({ name: HOSTILE, p_max: 300, p_min: 0 }), generator({ name: '__proto' })],
    }),
    'uc',
  );
  assert.ok(found);
  const { certificate: signed, schedule: result, keys: key } = found;
  const job = { _id: result.job_id, name: HOSTILE, scenario_id: HOSTILE, job_type: 'uc' } as const;
  return { html: reportHtml({ job, payload: found.case, result, signed, key }), keys: key };
}

describe('the report of a job', function () {
  this.timeout(60_000);
  it('carries what a check of it needs', async () => {
    for (const { certificate: signed, schedule: result, keys: key, case: payload } of await certifiedCases(
      13,
    )) {
      const { job_id: _id, job_type } = signed.statement;
      const html = reportHtml({
        job: { _id, name: null, scenario_id: 's', job_type },
        payload,
        result,
        signed,
        key,
      });
      const verdict = await checkCertificate(readEvidence(html, noJson));
      assert.ok(isGood(verdict), JSON.stringify(verdict.findings));
      assert.match(html, /<h2>Units<\/h2>/);
      assert.ok(!/NaN|undefined|Infinity/.test(html.replaceAll(/<script.*/g, '')), html.slice(0, 2000));
    }
  });

  it('escapes every name, in its words and in its data', async () => {
    const { html } = await hostileReport();
    const scripts = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
    assert.equal(scripts.length, 4);
    assert.ok(scripts.every((tag) => tag.startsWith('<script type="application/json" id="')));
    assert.ok(!html.includes('<img') && !html.includes('<!--'));
    assert.equal(html.match(/<\/script>/g)?.length, 4);
    assert.ok(isGood(await checkCertificate(readEvidence(html, noJson))));
  });

  it('loads nothing: it has no address but its own name', async () => {
    const { html } = await hostileReport();
    const markup = html.replaceAll(/<script.*/g, '');
    assert.ok(!/\b(src|href|action)\s*=\s*"/i.test(markup.replaceAll(/&[a-z#0-9]+;/g, ' ')));
    assert.ok(!/url\(|@import|https?:/.test(markup));
    assert.match(markup, /default-src 'none'/);
  });
});
