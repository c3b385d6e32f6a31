/** `grid verify CERTIFICATE`: checks a certificate of a running service without that service. */
import assert from 'node:assert/strict';
import { open, readFile, truncate } from 'node:fs/promises';
import { type ApiClient, SOLVE } from '../../support/callers/api-client.ts';
import { type Grid, gridAt } from '../../support/callers/grid.ts';
import { payload } from '../../support/cases/payloads.ts';
import { newUser, runningStack } from '../../support/stack/running-stack.ts';

/** Address without a server: every request to it fails. */
const NOWHERE = 'http://127.0.0.1:9';

interface Files {
  readonly certificate: string;
  readonly case: string;
  readonly schedule: string;
  readonly key: string;
}

describe('grid verify', function () {
  this.timeout(120_000);
  let grid: Grid;
  let api: ApiClient;
  let files: Files;
  let report: string;
  before(async () => {
    const running = await runningStack();
    api = await newUser(running);
    const id = await api.submit('uc', payload());
    await api.wait(id);
    grid = await gridAt(NOWHERE);
    const read = async (path: string) => (await api.request<object>('GET', path)).body;
    files = {
      certificate: await grid.file('certificate.json', await read(`${SOLVE}/${id}/certificate`)),
      case: await grid.file('case.json', await read(`${SOLVE}/${id}/payload`)),
      schedule: await grid.file('result.json', await read(`${SOLVE}/${id}/results`)),
      key: await grid.file('jwks.json', await (await fetch(`${api.url}/.well-known/jwks.json`)).json()),
    };
    const page = await fetch(`${api.url}${SOLVE}/${id}/report.html`, {
      headers: { authorization: `Bearer ${api.token}` },
    });
    assert.equal(page.status, 200);
    report = await grid.file('report.html', await page.text());
  });
  after(() => grid.remove());

  const verify = (changes: Partial<Files>) =>
    grid.run('verify', changes.certificate ?? files.certificate, ...options({ ...files, ...changes }));
  const options = ({ certificate: _, ...rest }: Partial<Files>) =>
    Object.entries(rest).flatMap(([name, file]) => (file === undefined ? [] : [`--${name}`, file]));
  const edited = async (name: string, file: string, edit: (text: string) => string) =>
    grid.file(name, edit(await readFile(file, 'utf8')));

  it('finds that everything fits, without a server', async () => {
    const { code, out, err } = await verify({});
    assert.equal(code, 0, `${out}${err}`);
    assert.match(out, /^signature +fits/m);
    assert.match(out, /verified: Verified: the files match/);
    const verdict = await grid.json<{ findings: { fits: boolean }[] }>(
      ...['verify', files.certificate],
      ...options(files),
    );
    assert.ok(verdict.findings.every(({ fits }) => fits));
  });

  it('names the part that does not fit', async () => {
    const digit = (text: string) =>
      text.replace(/("p_max":)(\d)/, (_, name, n) => `${name}${(Number(n) + 1) % 10}`);
    const cost = (text: string) =>
      text.replace(/("total_cost_usd":)(\d)/, (_, name, n) => `${name}${(Number(n) + 1) % 10}`);
    const stranger = await grid.file('other.json', { keys: [] });
    const cases: readonly (readonly [Partial<Files>, RegExp])[] = [
      [
        { case: await edited('case-2.json', files.case, digit) },
        /Not verified: case, figures, rules do not match/,
      ],
      [{ schedule: await edited('result-2.json', files.schedule, cost) }, /Not verified: schedule, figures/],
      [
        { certificate: await edited('c-2.json', files.certificate, cost) },
        /Not verified: signature, figures/,
      ],
      [{ key: stranger }, /Not verified: key does not match; not checked: signature/],
      [{ certificate: files.case }, /Not verified: certificate does/],
    ];
    for (const [changes, words] of cases) {
      const { code, out } = await verify(changes);
      assert.equal(code, 2, out);
      assert.match(out, words);
    }
    const alone = await grid.run('verify', files.certificate);
    assert.equal(alone.code, 3);
    assert.match(
      alone.out,
      /Not everything could be checked: key, signature, case, schedule, figures, rules/,
    );
  });

  it('reads a report, and names the owner of the key', async () => {
    const { code, out, err } = await grid.run('verify', report);
    assert.equal(code, 3, `${out}${err}`);
    assert.match(out, /NOT FULLY JUDGED: Intact, signed by an unknown key/);
    assert.equal((await grid.run('verify', report, '--key', files.key)).code, 0);
    const changed = await edited('changed.html', report, (text) =>
      text.replace(/("dispatch_mw":\{"[^"]+":\[)\d/, '$19'),
    );
    const verdict = await grid.run('verify', changed);
    assert.equal(verdict.code, 2);
    assert.match(verdict.out, /Not verified: page, schedule, figures/);
    const printed = await edited('printed.html', report, (text) =>
      text.replace(/<dd>\$[\d.,]+/, '<dd>$1.00'),
    );
    const refused = await grid.run('verify', printed, '--key', files.key);
    assert.equal(refused.code, 2, refused.out);
    assert.match(refused.out, /^page +WRONG/m);
  });

  it('refuses unreadable files, in words', async () => {
    const large = `${grid.folder}/large.json`;
    await (await open(large, 'w')).close();
    await truncate(large, 200 * 1024 * 1024);
    const refusals: readonly (readonly [string, RegExp])[] = [
      [large, /has 200 MB, this command takes 128 MB/],
      [await grid.file('text.json', 'no JSON'), /not valid JSON/],
      [
        await grid.file('twice.json', '{"statement":{},"statement":{}}'),
        /stands twice in one object \(line 1/,
      ],
      [await grid.file('odd.json', {}), /neither a certificate nor a case/],
      [await grid.file('page.html', '<!doctype html><p>'), /page contains no certificate/],
      [`${grid.folder}/nowhere.json`, /no such file/],
      [grid.folder, /is a folder/],
    ];
    for (const [file, words] of refusals) {
      const { code, err } = await grid.run('verify', file);
      assert.equal(code, 1);
      assert.match(err, words);
    }
    const { code, err } = await verify({ case: large });
    assert.equal(code, 1);
    assert.match(err, /large.json has 200 MB/);
  });
});
