import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { idOf, kindOf, shortId } from '../../../../api/cli/connection/ids.ts';
import { writerOf } from '../../../../api/cli/terminal/screen.ts';
import { createClient } from '../../../../api/client/client.ts';

const RECORDS = [
  { id: 1, name: 'a, "b"\u001b[31m', tags: ['x', 'y'], error: { code: 'E' }, series: [1, 2] },
  { id: -2.5, name: '=1+1', tags: [], error: null, day: '2020-07-06', on: 'yes' },
];

async function written(format: 'json' | 'yaml' | 'csv', records: readonly object[]): Promise<string> {
  const write = await writerOf(format);
  assert.ok(write);
  return write({ records, total: records.length }, records);
}

describe('answers of the command line for programs', () => {
  it('are JSON and YAML that say the same', async () => {
    const yaml = await written('yaml', RECORDS);
    assert.deepEqual(parse(yaml), JSON.parse(await written('json', RECORDS)));
    assert.match(yaml, /day: "2020-07-06"\n +on: "yes"|day: "2020-07-06"\n +"on": "yes"/);
    assert.ok(!yaml.includes('\u001b'));
  });

  it('are CSV with a row for each record, and a column for each field that is one value', async () => {
    assert.equal(
      await written('csv', RECORDS),
      'id,name,tags,error.code,error,day,on\n1,"a, ""b""�[31m",x y,E,,,\n-2.5,\'=1+1,,,,2020-07-06,yes\n',
    );
    assert.equal(await written('csv', []), '');
  });

  it('are text for people otherwise', async () => assert.equal(await writerOf('table'), undefined));
});

const A = '58120f05-be4c-4d38-bbe0-03628e126bb2';
const B = '5812aaaa-be4c-4d38-bbe0-03628e126bb2';
/** Id of a day of a run; lists do not contain it. */
const DAY = 'dada0001-be4c-4d38-bbe0-03628e126bb2';
const RUN = 'ff57da61-8be0-4251-9bdd-2831657076a6';

/** A list in which 150 other jobs come first, so that these two are on the second page. */
function listed(request: Request): Response {
  const { pathname, searchParams } = new URL(request.url);
  const from = Number(searchParams.get('offset'));
  const prefix = searchParams.get('id_prefix');
  if (prefix === DAY.slice(0, 8))
    return Response.json({ jobs: [{ job_id: DAY, name: null, scenario_id: 'rts' }], total: 1 });
  const other = (at: number) => ({ job_id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}` });
  const jobs = [
    ...Array.from({ length: 150 }, (_, at) => other(at)),
    { job_id: A, name: 'peak day' },
    { job_id: B, name: null, scenario_id: 's' },
  ];
  if (pathname.endsWith('/solve'))
    return Response.json({ jobs: jobs.slice(from, from + 100), total: jobs.length });
  if (pathname.endsWith('/executions'))
    return Response.json({ executions: [{ execution_id: RUN, network_id: 'n' }], total: 1 });
  return Response.json({ experiments: [], total: 0 });
}

describe('ids of the command line', () => {
  const client = createClient({ baseUrl: 'http://grid', fetch: async (request) => listed(request) });

  it('are found by their beginning, on any page', async () => {
    assert.equal(await idOf(client, 'job', '58120'), A);
    assert.equal(await idOf(client, 'job', '58120F05-BE4C'), A);
    assert.equal(await idOf(client, 'job', B), B);
    assert.equal(await idOf(client, 'job', 'dada0001'), DAY, 'a day of a run');
    assert.equal(await idOf(client, 'job', 'peak day'), A, 'by its name');
    assert.equal(shortId(A), '58120f05');
    assert.equal(shortId('demo-24h-of-the-north'), 'demo-24h-of-the-north');
  });

  it('are refused in words when they are short, of several, of none or of another kind', async () => {
    await assert.rejects(idOf(client, 'job', '581'), /'581' is too short/);
    await assert.rejects(idOf(client, 'job', '5812'), {
      message: `2 jobs begin with '5812':\n  ${A}  peak day\n  ${B}  s`,
    });
    await assert.rejects(idOf(client, 'run', '4364'), /^Error: No run begins with '4364'\.$/);
    await assert.rejects(idOf(client, 'job', 'ff57'), /'ff57' is a run; see grid execution ff57da61/);
    assert.match((await kindOf(client, 'experiment', A)) ?? '', /is a job; see grid job 58120f05/);
    assert.equal(await kindOf(client, 'job', A), undefined);
  });
});
