/** The report of a job is one file, which runs no script and loads nothing, whatever names the case contains. */
import assert from 'node:assert/strict';
import { checkCertificate } from '../../../../api/client/offline/check-certificate.ts';
import { conclusion } from '../../../../api/client/offline/findings.ts';
import { readEvidence } from '../../../../api/client/offline/read-certificate.ts';
import { jobReport } from '../../../../api/client/report/report.ts';
import { certifiedCase, certifiedCases } from '../../../support/cases/certified-case.ts';
import { generator, payload } from '../../../support/cases/payloads.ts';

const HOSTILE = `</script><script>alert(1)</script><img src=x onerror="alert(1)"> & 'x' <!-- `;

async function hostileReport() {
  const generators = [generator({ name: HOSTILE, p_max: 300, p_min: 0 }), generator({ name: '__proto' })];
  const certified = await certifiedCase(payload({ generators }), 'uc');
  assert.ok(certified);
  return jobReport({ title: HOSTILE, ...certified });
}

/** Checks a report with the keys of the service that signed it. */
const check = (html: string) => checkCertificate({ ...readEvidence(html), areKeysInside: false });

/** Changes to a report after which it differs from the signed data. */
const EDITED: Readonly<Record<string, (html: string) => string>> = {
  'another cost in words': (html) => html.replace(/<dd>\$[\d.,]+<\/dd>/, '<dd>$1.00</dd>'),
  'another verdict in words': (html) => html.replace('every rule is kept', 'it is the best of all'),
  'another script of the same name': (html) =>
    html.replace(/(<script type="application\/json" id="certificate">[^<]*<\/script>)/, '$1\n$1'),
  'a script': (html) => html.replace('</body>', '<script>document.title = 1</script></body>'),
  'the true page in a comment': (html) => `<!doctype html><h1>Mine</h1><!--${html}-->`,
  'the true page behind another': (html) => `<!doctype html>\n<h1>Mine</h1>\n${html}`,
  'more at its end': (html) => `${html}<p>Also this</p>`,
  'a blank more': (html) => `${html}\n`,
  'a style that hides': (html) => html.replace('<style>', '<style>.bad { display: none }'),
  'a picture that is another': (html) => html.replace(/V\d+(\.\d)?H/, 'V1H'),
  'a title element of its own': (html) => html.replace('<title>', '<title>Verified: '),
  'an attribute': (html) => html.replace('<main>', '<main hidden>'),
  'JSON with another space': (html) => html.replace('id="keys">{', 'id="keys">{ '),
};

describe('the report of a job', function () {
  this.timeout(60_000);
  it('contains all data that its check needs', async () => {
    for (const { name, ...certified } of await certifiedCases(13)) {
      const html = jobReport({ title: name, ...certified });
      const verdict = await check(html);
      assert.equal(conclusion(verdict).verdict, 'verified', JSON.stringify(verdict.findings));
      assert.match(html, /<h2>Units<\/h2>/);
      assert.ok(!/NaN|undefined|Infinity/.test(html.replaceAll(/<script.*/g, '')), html.slice(0, 2000));
    }
  });

  it('has what everybody earns at each kind of prices', async () => {
    const certified = await certifiedCase(payload({ options: { pricing: 'both' } }), 'uc');
    assert.ok(certified);
    const html = jobReport({ title: 'Both', ...certified });
    assert.match(html, /<h2>Earnings at LMPs: uplift \$[\s\S]*<h2>Earnings at convex hull prices: uplift \$/);
    assert.equal(conclusion(await check(html)).verdict, 'verified');
  });

  it('escapes every name, in its words and in its data', async () => {
    const html = await hostileReport();
    const scripts = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
    assert.equal(scripts.length, 4);
    assert.ok(scripts.every((tag) => tag.startsWith('<script type="application/json" id="')));
    assert.ok(!html.includes('<img') && !html.includes('<!--'));
    assert.equal(html.match(/<\/script>/g)?.length, 4);
    assert.ok(conclusion(await check(html)).verdict === 'verified');
  });

  it('loads nothing: it has no address but its own name', async () => {
    const html = await hostileReport();
    const markup = html.replaceAll(/<script.*/g, '');
    assert.ok(!/\b(src|href|action)\s*=\s*"/i.test(markup.replaceAll(/&[a-z#0-9]+;/g, ' ')));
    assert.ok(!/url\(|@import|https?:/.test(markup));
    assert.match(markup, /default-src 'none'/);
  });

  it('is refused if it prints anything but its data', async () => {
    const { name, ...certified } = (await certifiedCases(1))[0] ?? assert.fail();
    const html = jobReport({ title: name, ...certified });
    for (const [what, edit] of Object.entries(EDITED)) {
      const edited = edit(html);
      assert.notEqual(edited, html, what);
      const checked = await check(edited);
      assert.equal(conclusion(checked).verdict, 'refused', what);
      assert.ok(
        checked.findings.some(({ part, fits }) => part === 'page' && fits === false),
        what,
      );
    }
  });

  it('is intact, and signed by an unknown key, where the key is the one inside', async () => {
    const { name, ...certified } = (await certifiedCases(1))[0] ?? assert.fail();
    const checked = await checkCertificate(readEvidence(jobReport({ title: name, ...certified })));
    const { verdict, words, not_judged } = conclusion(checked);
    assert.equal(verdict, 'not_fully_judged', JSON.stringify(checked.findings));
    assert.match(words, /^Intact, signed by an unknown key/);
    assert.deepEqual(
      not_judged.map(({ what }) => what),
      ['key'],
    );
  });

  it('is refused where a name stands twice in its data', () => {
    assert.throws(
      () => readEvidence('<script type="application/json" id="certificate">{"a":1,"a":2}</script>'),
      /The name "a" stands twice/,
    );
  });
});
