/** Every figure of a report, compared with figures computed by hand for a run of four hours in two windows. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { toReport } from '../../../../api/model-builder/report.ts';
import { studyElements } from '../../../../api/model-builder/study.ts';
import type { PartCertificate } from '../../../../temporal/case/messages/window-part.ts';
import { type RunStart, studyFacts } from '../../../../temporal/case/report/study-facts.ts';
import { windowPart } from '../../../../temporal/case/report/window-part.ts';
import { TWO_WINDOWS, TWO_WINDOWS_NETWORK, TWO_WINDOWS_START } from '../../../support/cases/two-windows.ts';

async function* parts(start: RunStart | undefined) {
  const facts = studyFacts(TWO_WINDOWS_NETWORK, start);
  for (const window of TWO_WINDOWS) {
    // A part as it is read from the database.
    yield JSON.parse(JSON.stringify(windowPart(window.payload, window.result, window, facts)));
  }
}
const reportOf = (start?: RunStart) => toReport(parts(start), studyElements(TWO_WINDOWS_NETWORK));

/**
 * With dates, June and July. For example coal earns 1200 + 1000 + 1200 $ of energy and 20 + 300 $ of reserve; it burns
 * 100 + 9 for each MW in an hour, and 25 for the start; in June it costs 2300 $ and earns 2220 $, so that its uplift is
 * 80 $, and in July it earns more than it costs.
 */
const REPORT: unknown = JSON.parse(
  readFileSync(new URL('../../../../../test/cases/model-builder/report.json', import.meta.url), 'utf8'),
);

describe('a report', () => {
  it('has every sum, by unit, type, fuel, area and month, and payments equal earnings', async () => {
    const report = JSON.stringify(await reportOf(TWO_WINDOWS_START), (_, value: unknown) =>
      typeof value === 'number' ? Number(value.toPrecision(12)) : value,
    );
    assert.deepEqual(JSON.parse(report), REPORT);
  });

  it('without dates has no months, and makes whole over the days of the run, in however many windows', async () => {
    const { by_month, by_unit } = await reportOf();
    assert.deepEqual(by_month, []);
    // All four hours belong to one day: cost 3490 $, revenue 3720 $.
    assert.deepEqual(
      by_unit.map(({ uplift_usd }) => uplift_usd),
      [0, 0, 0],
    );
  });

  it('assigns the spill of a renewable to its groups, and a unit unknown to the network to none', () => {
    const { of } = studyElements(TWO_WINDOWS_NETWORK);
    assert.deepEqual(of('spill of wind'), { ...of('wind'), capacity_mw: 0 });
    assert.deepEqual(
      [of('wind').type, of('stranger').type, of('spill of nothing').type],
      ['WIND', null, null],
    );
  });

  it('is as certain as its worst window', async () => {
    const certified = async (...certificates: readonly PartCertificate[]) => {
      async function* all() {
        for (const certificate of certificates)
          yield {
            days: [],
            load_mw: [],
            average_lmp_usd_per_mwh: [],
            settlement_residual_usd: 0,
            certificate,
          };
      }
      return (await toReport(all(), studyElements(TWO_WINDOWS_NETWORK))).certificate;
    };
    const good = { verified: true, violation: 0.2, mip_gap: 0.001, independent_gap: 0.003 };
    const bad = { verified: false, violation: 7, mip_gap: 0.002, independent_gap: null };
    assert.deepEqual(await certified(good, { ...good, violation: 0.1, mip_gap: 0.0005 }), {
      windows: 2,
      verified: true,
      largest_violation: 0.2,
      largest_mip_gap: 0.001,
      largest_independent_gap: 0.003,
    });
    assert.deepEqual(await certified(good, bad, good), {
      windows: 3,
      verified: false,
      largest_violation: 7,
      largest_mip_gap: 0.002,
      largest_independent_gap: null,
    });
  });

  it('of a run that has solved nothing is of zeros', async () => {
    async function* none() {}
    const { totals, certificate, by_unit, load_duration } = await toReport(
      none(),
      studyElements(TWO_WINDOWS_NETWORK),
    );
    assert.deepEqual(
      [certificate.windows, certificate.verified, certificate.largest_mip_gap],
      [0, false, null],
    );
    assert.deepEqual([totals.load_mwh, totals.fuel_mmbtu, totals.average_lmp_usd_per_mwh], [0, null, null]);
    assert.deepEqual([by_unit.length, by_unit[0]?.capacity_factor, load_duration], [3, null, []]);
  });
});
