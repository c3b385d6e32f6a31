/**
 * Published files: tables of RTS-GMLC, instances of pglib-uc and of UnitCommitment.jl. The tests are skipped unless the
 * files are stored beside the repository.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readImport } from '../../../../api/formats/import-file.ts';
import { readRtsGmlc } from '../../../../api/formats/rts-gmlc/read-rts-gmlc.ts';
import { networkProblems } from '../../../../temporal/case/checks/network-problems.ts';
import { payloadProblems } from '../../../../temporal/case/checks/payload-problems.ts';
import { payloadSchema } from '../../../../temporal/case/schema.ts';
import { toFileSet } from '../../../support/cases/format-files.ts';
import { publicInstances } from '../../../support/public-instances.ts';

/** Folders that may contain the files: next to the repository, or next to its parent. */
const ROOTS = ['../../../../../../', '../../../../../../../'].map(
  (up) => new URL(`${up}shared/data/rts-gmlc/`, import.meta.url).pathname,
);
const ROOT = ROOTS.find((root) => existsSync(root));

/** Energy over 8,784 hours, GWh, summed from the files. */
const GWH = { load: 37_655.799, wind: 7149.382, PV: 3751.618, RTPV: 2147.795, hydro: 4082.079, CSP: 936.412 };
const PEAK_MW = 8191.836;
const TOLERANCE = 0.001;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const near = (actual: number, expected: number, what: string): void =>
  assert.ok(Math.abs(actual - expected) <= TOLERANCE, `${what}: ${actual}, not ${expected}`);

describe('published tables of RTS-GMLC', () => {
  if (ROOT === undefined) {
    process.stdout.write(`  no tables of RTS-GMLC at ${ROOTS.join(' or ')}: their test is left out\n`);
    return;
  }

  it('keep their sums and account for all buses, lines and units', async function () {
    this.timeout(60_000);
    const names = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.csv'),
    );
    const tables = Object.fromEntries(names.map((name) => [name, readFileSync(`${ROOT}${name}`, 'utf8')]));
    const { network, report } = await readRtsGmlc(toFileSet(tables));
    assert.deepEqual(networkProblems(network), []);
    const { generators, renewables = [], storage = [], dc_lines = [] } = network;
    assert.deepEqual([network.buses.length, network.lines.length, dc_lines.length], [73, 120, 1]);
    const silent = report.dropped.filter(({ code }) => code === 'no_power').length;
    assert.deepEqual([generators.length, renewables.length, storage.length, silent], [73, 81, 1, 3]);
    assert.equal(network.series_start, '2020-01-01T00:00:00');
    const gwh = (...types: readonly string[]): number =>
      sum(renewables.filter(({ type = '' }) => types.includes(type)).map(({ p_max }) => sum(p_max))) / 1000;
    near(sum(network.loads.map(({ values }) => sum(values))) / 1000, GWH.load, 'load');
    near(gwh('WIND'), GWH.wind, 'wind');
    near(gwh('PV'), GWH.PV, 'PV');
    near(gwh('RTPV'), GWH.RTPV, 'RTPV');
    near(gwh('HYDRO', 'ROR'), GWH.hydro, 'hydro');
    const inflow = renewables.find(({ type }) => type === 'CSP')?.energy_limits?.mwh ?? [];
    near(sum(inflow) / 1000, GWH.CSP, 'CSP');
    const total = (hour: number): number => sum(network.loads.map(({ values }) => values[hour] ?? 0));
    near(Math.max(...Array.from({ length: 8784 }, (_, hour) => total(hour))), PEAK_MW, 'peak');
  });
});

/** Codes of the notes that a report may contain, by format. */
const ALLOWED = { 'pglib-uc': ['second_start'], 'unitcommitment-jl': [] } as const;
const LIMITS = { maxHorizon: 168 };

for (const format of ['pglib-uc', 'unitcommitment-jl'] as const)
  describe(`published instances of ${format}`, () => {
    for (const { name, read } of publicInstances(format))
      it(`are valid payloads without unexpected warnings: ${name}`, async () => {
        const { payload, report } = await readImport(format, Buffer.from(JSON.stringify(read())), LIMITS);
        await payloadSchema.validate(payload, { strict: true });
        assert.deepEqual(payloadProblems(payload, LIMITS), []);
        const notes = [...report.changed, ...report.dropped].filter(
          ({ severity }) => format === 'pglib-uc' || severity === 'warning',
        );
        const allowed: readonly string[] = ALLOWED[format];
        assert.deepEqual(
          notes.filter(({ code }) => !allowed.includes(code)),
          [],
        );
      });
  });
