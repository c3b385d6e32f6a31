/** Files of a case and of a schedule: what the solver service is asked about them. */
import assert from 'node:assert/strict';
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

async function read(content: object) {
  const form = new FormData();
  form.append('case/case.json', new File([JSON.stringify(content)], 'case.json'));
  form.append('schedule/schedule.json', new File([JSON.stringify(SCHEDULE)], 'schedule.json'));
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
});
