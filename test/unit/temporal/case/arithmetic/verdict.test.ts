/** Messages about load and rules that a schedule does not satisfy. */
import assert from 'node:assert/strict';
import { verdictOf, verdictOfRun } from '../../../../../temporal/case/arithmetic/verdict.ts';

type Told = Parameters<typeof verdictOf>[0];

const KEPT = 'All load is served; reserves and limits are kept.';

describe('the verdict on a schedule', () => {
  const cases: readonly [what: string, result: Told, kept: boolean, sentences: string[]][] = [
    ['is good where nothing is missing', { unserved_mw: { bus_1: [0, 0] } }, true, [KEPT]],
    ['passes over rounding', { unserved_mw: { bus_1: [0, 1e-6] } }, true, [KEPT]],
    [
      'names load that is not served: how much, when and where',
      { unserved_mw: { bus_1: [0, 1.5], bus_2: [20, 0.25], bus_3: [0, 0] } },
      false,
      ['21.75 MWh of load not served: 2 hours, 2 buses, most at bus_2.'],
    ],
    [
      'counts energy of shorter intervals in MWh',
      { unserved_mw: { bus_1: [0, 40] }, interval_minutes: 15 },
      false,
      ['10 MWh of load not served: interval 1 (0:15), bus_1.'],
    ],
    [
      'names reserve that is short, limits that are exceeded and emissions, one after the other',
      {
        reserve_shortfall_mw: { spinning: [5, 0] },
        overflow_mw: { L1: [3, 30], L2: [1, 0] },
        emission_excess_t: 12,
      },
      false,
      [
        'Reserve spinning falls 5 MWh short: hour 0.',
        'Lines exceed their soft limits by up to 30 MW: 2 hours, 2 lines, most at L1.',
        'Emissions exceed their limit by 12 t.',
      ],
    ],
    [
      'tells curtailed output, which breaks nothing',
      { curtailment_mw: { wind: [100, 34.5] } },
      true,
      [KEPT, '134.5 MWh curtailed: 2 hours, wind.'],
    ],
  ];
  for (const [what, result, kept, sentences] of cases)
    it(what, () => assert.deepEqual(verdictOf(result), { kept, sentences }));

  it('of a run adds up the shortfalls of its days', () => {
    const faultless = { unserved_mwh: 0, unserved_hours: 0, reserve_shortage_mwh: 1e-9, overflow_mwh: 0 };
    assert.deepEqual(verdictOfRun({ ...faultless, curtailed_mwh: 1200 }), {
      kept: true,
      sentences: [KEPT, '1,200 MWh of output curtailed.'],
    });
    const short = { unserved_mwh: 2.5, unserved_hours: 2, reserve_shortage_mwh: 0, overflow_mwh: 7 };
    assert.deepEqual(verdictOfRun({ ...short, curtailed_mwh: 0 }), {
      kept: false,
      sentences: ['2.5 MWh of load not served in 2 hours.', '7 MWh of flow above soft limits.'],
    });
  });
});
