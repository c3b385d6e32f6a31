/** Import of networks over HTTP: records that are stored, and refusals. */
import assert from 'node:assert/strict';
import { tokenOf } from '../../../support/callers/accounts.ts';
import { zipOf } from '../../../support/callers/zip.ts';
import { rtsTables } from '../../../support/cases/format-files.ts';
import { type CallOptions, startApp, type TestApp } from '../../../support/stack/app.ts';

const ZIP = { 'Content-Type': 'application/zip' };

describe('a network that is imported', () => {
  let app: TestApp;
  let token: string;
  before(async () => {
    app = await startApp();
    token = await tokenOf(app.deps);
  });
  after(() => app.close());

  const send = (raw: CallOptions['raw'], query = '', headers: Record<string, string> = ZIP) =>
    app.call('POST', `/api/networks/import?format=rts-gmlc${query}`, { token, raw, headers });
  const sendForm = async (form: FormData, query?: string) => {
    const response = new Response(form);
    const headers = { 'Content-Type': response.headers.get('content-type') ?? '' };
    return send(Buffer.from(await response.arrayBuffer()), query, headers);
  };
  const stored = (id: string) => app.call('GET', `/api/networks/${id}`, { token });

  it('is stored under its id with counts, report, version and audit entry', async () => {
    const { status, body, headers, text } = await send(zipOf(rtsTables()), '&network_id=small&name=Small');
    assert.equal(status, 201, text);
    assert.equal(headers.get('location'), '/api/networks/small');
    assert.deepEqual(body.counts, {
      buses: 5,
      lines: 4,
      dc_lines: 1,
      generators: 4,
      renewables: 5,
      storage: 1,
      reserves: 3,
      fuels: 4,
      loads: 3,
      hours: 48,
    });
    assert.deepEqual(Object.keys(body.report), ['kept', 'changed', 'dropped']);
    const network = (await stored('small')).body;
    assert.deepEqual(
      [network.name, network.version, network.series_start],
      ['Small', body.version, '2020-12-30T00:00:00'],
    );
    assert.equal(network.lines[1].tap_ratio, 1.015);
    const [entry] = await app.deps.audit.list({ type: 'scenario_changed', limit: 1 });
    assert.deepEqual([entry?.details['network_id'], entry?.details['action']], ['small', 'created']);
  });

  it('is only reported with dry_run', async () => {
    const { status, body } = await send(zipOf(rtsTables()), '&network_id=dry&dry_run=true');
    assert.deepEqual(
      [status, body.network_id, body.counts.generators, body.version],
      [200, 'dry', 4, undefined],
    );
    assert.equal((await stored('dry')).status, 404);
  });

  it('may come as a form of files, or as a zip in a form, whose name is its id', async () => {
    const files = new FormData();
    for (const [path, text] of Object.entries(rtsTables())) files.append(path, new Blob([text]), path);
    const { status, body, text } = await sendForm(files, '&network_id=form');
    assert.deepEqual([status, body.network_id], [201, 'form'], text);
    const zip = new FormData();
    zip.append('file', new Blob([zipOf(rtsTables())]), 'rts-small.zip');
    const reply = await sendForm(zip);
    assert.deepEqual([reply.status, reply.body.network_id], [201, 'rts-small'], reply.text);
    assert.equal(reply.body.version, body.version, 'both ways give the same content');
  });

  it('replaces the version that If-Match names, and no other', async () => {
    const first = await send(zipOf(rtsTables()), '&network_id=matched');
    const etag = first.headers.get('etag') ?? '';
    const other = { ...rtsTables(), 'SourceData/dc_branch.csv': 'UID,From Bus,To Bus,MW Load\nDC1,1,5,50' };
    const again = await send(zipOf(other), '&network_id=matched', { ...ZIP, 'If-Match': etag });
    assert.equal(again.status, 201, again.text);
    const late = await send(zipOf(rtsTables()), '&network_id=matched', { ...ZIP, 'If-Match': etag });
    assert.equal(late.status, 409);
  });

  it('is refused with the file, line and column of the fault', async () => {
    const tables = rtsTables();
    const wind = 'timeseries_data_files/WIND/DAY_AHEAD_wind.csv';
    tables[wind] = tables[wind]?.replace('2020,12,30,4,21', '2020,12,30,4,NaN') ?? '';
    const { status, body } = await send(zipOf(tables), '&network_id=wrong');
    assert.equal(status, 422);
    assert.deepEqual(body.detail[0].loc, ['body', wind, 5, '2_WIND_1']);
    assert.equal(body.detail[0].msg, `${wind}, line 5, column '2_WIND_1': Should be a number, not 'NaN'`);
    assert.equal((await stored('wrong')).status, 404);
  });

  it('is refused as anything but a zip or a form, and for a caller without a session', async () => {
    for (const [raw, headers] of [
      ['Bus ID\n1', { 'Content-Type': 'text/plain' }],
      ['', ZIP],
      ['PK\u0003\u0004', ZIP],
      ['x', { 'Content-Type': 'multipart/form-data' }],
    ] as const) {
      const { status, text } = await send(raw, '', headers);
      assert.equal(status, 422, text);
    }
    assert.equal((await send(zipOf({ 'a/../../b.csv': '' }))).status, 422);
    assert.equal((await app.call('POST', '/api/networks/import?format=rts-gmlc', { raw: 'x' })).status, 401);
    assert.equal((await app.call('POST', '/api/networks/import', { token, raw: 'x' })).status, 422);
    assert.equal((await app.call('PUT', '/api/networks/import', { token, body: {} })).status, 405);
  });

  it('is exported as a zip that imports as the same network; an unknown one is refused', async () => {
    await send(zipOf(rtsTables()), '&network_id=round');
    const path = (id: string) => `/api/networks/${id}/export?format=rts-gmlc`;
    const response = await fetch(`${app.url}${path('round')}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/zip');
    assert.match(response.headers.get('content-disposition') ?? '', /"round-rts-gmlc\.zip"/);
    const bytes = Buffer.from(await response.arrayBuffer());
    const back = await send(bytes, '&network_id=back');
    assert.equal(back.status, 201, back.text);
    const [first, second] = [(await stored('round')).body, (await stored('back')).body];
    assert.deepEqual(second.generators, first.generators);
    assert.equal((await app.call('GET', path('nowhere'), { token })).status, 404);
    const other = '/api/networks/round/export?format=psse-raw';
    assert.equal((await app.call('GET', other, { token })).status, 422);
  });
});
