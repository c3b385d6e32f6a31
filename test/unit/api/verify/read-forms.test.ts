/** The request to the solver service that is made from the files of a case and a schedule. */
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { FILE_LIMITS } from '../../../../api/formats/tables/file-set.ts';
import { Unprocessable } from '../../../../api/http/errors.ts';
import { readForms } from '../../../../api/verify/read-forms.ts';
import { filesOf, type Tables, withChanges } from '../../../support/cases/format-files.ts';
import { payload } from '../../../support/cases/payloads.ts';
import { saidOf } from '../../../support/said-of.ts';

const CASE = {
  system: { baseMVA: 100, time_keys: ['1'], time_period_length_minutes: 60 },
  elements: {
    bus: { A: { base_kv: 138 }, B: { base_kv: 138 } },
    generator: {
      g: {
        bus: 'A',
        generator_type: 'thermal',
        fuel: 'Gas',
        p_min: 0,
        p_max: 100,
        in_service: true,
        p_cost: { data_type: 'cost_curve', cost_curve_type: 'polynomial', values: { 0: 0, 1: 10 } },
      },
    },
    load: { l: { bus: 'B', p_load: 50, in_service: true } },
    branch: {},
  },
};
const BRANCH = {
  ...{ from_bus: 'A', to_bus: 'B', branch_type: 'line', resistance: 0, reactance: 0.1 },
  ...{ rating_long_term: 100, in_service: true },
};
const SCHEDULE = { commitment: { g: [1] }, dispatch_mw: { g: [50] } };

const SCHEDULE_FILE: Tables = { 'schedule.json': JSON.stringify(SCHEDULE) };

type Contents = Readonly<Record<string, string | Buffer<ArrayBuffer>>>;

async function readFiles(
  format: Parameters<typeof readForms>[0],
  ofCase: Contents,
  schedule: Contents = SCHEDULE_FILE,
) {
  const form = new FormData();
  for (const [part, files] of Object.entries({ case: ofCase, schedule }))
    for (const [name, text] of Object.entries(files)) form.append(`${part}/${name}`, new File([text], name));
  const sent = new Response(form);
  const type = sent.headers.get('content-type') ?? '';
  const bytes = Buffer.from(await sent.arrayBuffer());
  return readForms(format, { file: async () => bytes, header: () => type }, 24);
}

const read = (content: object) => readFiles('egret', { 'case.json': JSON.stringify(content) });

const SNAPSHOTS = ['snapshot', '2024-01-01 00:00:00', '2024-01-01 01:00:00', '2024-01-01 02:00:00'];
/** A PyPSA folder without time series. */
const FOLDER: Tables = {
  'buses.csv': 'name,v_nom\nA,380',
  'generators.csv': 'name,bus,p_nom,marginal_cost\ng,A,100,10',
  'loads.csv': 'name,bus,p_set\nl,A,50',
  'snapshots.csv': SNAPSHOTS.join('\n'),
};
const OUTPUTS = SNAPSHOTS.map((label, row) => `${label},${row === 0 ? 'g' : '50'}`).join('\n');

describe('forms with a case and a schedule', () => {
  it('ask about a network wherever a case has several places, joined by branches or not', async () => {
    const { A: only } = CASE.elements.bus;
    const { g } = CASE.elements.generator;
    const onePlace = {
      ...CASE.elements,
      bus: { A: only },
      load: { l: { ...CASE.elements.load.l, bus: 'A' } },
    };
    const types = [
      CASE,
      { ...CASE, elements: { ...CASE.elements, branch: { b: BRANCH } } },
      { ...CASE, elements: { ...CASE.elements, branch: { b: { ...BRANCH, in_service: false } } } },
      { ...CASE, elements: { ...onePlace, generator: { g } } },
    ].map(async (content) => (await read(content)).type);
    assert.deepEqual(await Promise.all(types), ['scuc', 'scuc', 'scuc', 'uc']);
  });

  it('ask about all hours of a folder in which nothing varies', async () => {
    const { 'snapshots.csv': snapshots = '', 'generators.csv': generators = '' } = FOLDER;
    const question = await readFiles('pypsa-csv', FOLDER, {
      ...{ 'snapshots.csv': snapshots, 'generators.csv': generators, 'generators-p.csv': OUTPUTS },
    });
    const expected = { horizon: 3, schedule: { dispatch_mw: { g: [50, 50, 50] } }, not_judged: [] };
    assert.deepEqual(saidOf(question, expected), expected);
  });

  const dropped = 'The import of the case leaves it out';
  const CAP = { 'global_constraints.csv': 'name,type,sense,constant\nco2,primary_energy,<=,1' };
  const FLEXIBLE = [{ at: ['Reserves', 'r1', 'Type'], to: 'flexiramp' }];
  const SUPPLY = { f: { fuel_supply_type: 'instantaneous', fuel_available: 100 } };
  const LIMITED = { ...CASE, elements: { ...CASE.elements, fuel_supply: SUPPLY } };
  const UNJUDGED: readonly (readonly [
    rule: string,
    format: Parameters<typeof readForms>[0],
    files: Tables,
    what: string,
    where: string,
  ])[] = [
    [
      'a limit of CO2 of PyPSA',
      'pypsa-csv',
      { ...FOLDER, ...CAP },
      'Limits of the whole system: co2',
      'case/global_constraints.csv/2/name',
    ],
    [
      'a flexible ramp of UnitCommitment.jl',
      'unitcommitment-jl',
      withChanges(filesOf('unitcommitment-jl'), FLEXIBLE),
      "A reserve of type 'flexiramp' is not modelled",
      'case/Reserves/r1',
    ],
    [
      'the fuel supply of Egret',
      'egret',
      { 'case.json': JSON.stringify(LIMITED) },
      "Not read: 'fuel_supply'",
      'case/elements/fuel_supply',
    ],
  ];
  for (const [rule, format, files, what, where] of UNJUDGED)
    it(`name ${rule} as not judged`, async () => {
      const { not_judged } = await readFiles(format, files);
      assert.deepEqual(
        not_judged.filter((item) => item.what === what),
        [{ what, where, why: dropped }],
      );
    });

  it('name the fields beside a payload, and take the type from there', async () => {
    const beside = { type: 'ed', timeout: 60, name: 'x', commitment: {}, fixed_commitment: [], kind: 'uc' };
    const readOwn = (file: object) => readFiles('service', { 'case.json': JSON.stringify(file) });
    const { type, not_judged } = await readOwn({ payload: payload(), ...beside });
    const message = (name: string) => `'${name}' beside the payload is not read`;
    assert.equal(type, 'ed');
    assert.deepEqual(
      not_judged.map(({ what, where }) => [what, where]),
      ['commitment', 'fixed_commitment', 'kind'].map((name) => [message(name), `case/${name}`]),
    );
    const stored = await readOwn({ payload: payload(), job_type: 'scuc', scenario_id: 's', versions: [] });
    assert.deepEqual([stored.type, stored.not_judged], ['scuc', []]);
    const other = await readOwn({ payload: payload(), type: 'lp' });
    assert.deepEqual([other.type, other.not_judged.map(({ where }) => where)], ['uc', ['case/type']]);

    it('are refused where their packed files hold more than the limit in all', async () => {
      const packed = gzipSync(Buffer.alloc(FILE_LIMITS.fileBytes), { level: 1 });
      const files = { 'a.csv': packed, 'b.csv': packed, 'c.csv': packed };
      await assert.rejects(readFiles('egret', files), (error: unknown) => {
        assert.ok(error instanceof Unprocessable);
        const [{ loc, msg } = { loc: [], msg: '' }] = error.detail;
        assert.deepEqual(loc, ['body', 'case', 'case/c.csv']);
        assert.equal(msg, `case/c.csv: the files have more than ${FILE_LIMITS.totalBytes} bytes in all`);
        return true;
      });
    });
  });
});
