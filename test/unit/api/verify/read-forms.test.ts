/** Files of a case and of a schedule: what the solver service is asked about them. */
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { FILE_LIMITS } from '../../../../api/formats/tables/file-set.ts';
import { Unprocessable } from '../../../../api/http/errors.ts';
import { readForms } from '../../../../api/verify/read-forms.ts';

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

const read = (content: object) => readFiles({ 'case/case.json': JSON.stringify(content) });

async function readFiles(files: Readonly<Record<string, string | Buffer<ArrayBuffer>>>) {
  const form = new FormData();
  for (const [name, content] of Object.entries({
    ...files,
    'schedule/schedule.json': JSON.stringify(SCHEDULE),
  }))
    form.append(name, new File([content], name.slice(name.indexOf('/') + 1)));
  const sent = new Response(form);
  const type = sent.headers.get('content-type') ?? '';
  const bytes = Buffer.from(await sent.arrayBuffer());
  return readForms('egret', { file: async () => bytes, header: () => type }, 24);
}

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

  it('are refused where their packed files hold more than the limit in all', async () => {
    const packed = gzipSync(Buffer.alloc(FILE_LIMITS.fileBytes), { level: 1 });
    const files = { 'case/a.csv': packed, 'case/b.csv': packed, 'case/c.csv': packed };
    await assert.rejects(readFiles(files), (error: unknown) => {
      assert.ok(error instanceof Unprocessable);
      const [{ loc, msg } = { loc: [], msg: '' }] = error.detail;
      assert.deepEqual(loc, ['body', 'case', 'case/c.csv']);
      assert.equal(msg, `case/c.csv: the files have more than ${FILE_LIMITS.totalBytes} bytes in all`);
      return true;
    });
  });
});
