/**
 * Networks that are written in a public format and read again. They must be equal as far as the format permits, and the
 * report must name the rest.
 */
import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import { exportNetwork, NETWORK_EXPORT_FORMATS } from '../../../../api/formats/export-network.ts';
import { EXPORT_REPORT, type NetworkFormat, readNetwork } from '../../../../api/formats/import-network.ts';
import { readPypsaCsv } from '../../../../api/formats/pypsa-csv/read-pypsa-csv.ts';
import { readRtsGmlc } from '../../../../api/formats/rts-gmlc/read-rts-gmlc.ts';
import { openZip } from '../../../../api/formats/tables/file-set.ts';
import { networkProblems } from '../../../../temporal/case/checks/network-problems.ts';
import { type NetworkBody, toNetworkContent } from '../../../../temporal/case/network-body.ts';
import { pypsaFolder, rtsTables, toFileSet } from '../../../support/cases/format-files.ts';

type Format = (typeof NETWORK_EXPORT_FORMATS)[number];

async function zipped(format: Format, network: NetworkBody): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of await exportNetwork(format, {
    name: 'small',
    content: toNetworkContent(network),
  }))
    pieces.push(piece);
  return Buffer.concat(pieces);
}

async function there(format: Format, network: NetworkBody): Promise<NetworkBody> {
  const sent = { bytes: await zipped(format, network), contentType: 'application/zip' };
  const { network: read } = await readNetwork(format satisfies NetworkFormat, sent);
  assert.deepEqual(networkProblems(read), []);
  return read;
}

/** The value with numbers rounded to 9 digits and without undefined fields, as it may be after a round trip. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, each: unknown) =>
      typeof each === 'number' ? Number(each.toPrecision(9)) : each,
    ),
  );
const equal = (actual: unknown, expected: unknown): void => assert.deepEqual(plain(actual), plain(expected));

const rts = async (): Promise<NetworkBody> => (await readRtsGmlc(toFileSet(rtsTables()))).network;
const pypsa = async (): Promise<NetworkBody> => (await readPypsaCsv(toFileSet(pypsaFolder()))).network;

describe('a network that is exported', () => {
  it('is unchanged after its own format: the tables of RTS-GMLC', async () => {
    const network = await rts();
    const back = await there('rts-gmlc', network);
    equal({ ...back, reserves: [] }, { ...network, reserves: [] });
    const products = ({ reserves = [] }: NetworkBody) =>
      reserves.map(({ providers = [], ...product }) => ({ ...product, providers: [...providers].sort() }));
    equal(products(back), products(network));
  });

  it('is unchanged after its own format: a CSV folder of PyPSA', async () => {
    const { renewables = [], ...network } = await pypsa();
    const free = renewables.filter(({ energy_limits }) => !energy_limits);
    const back = await there('pypsa-csv', { ...network, renewables: free });
    const { name: _, ...bare } = { ...network, renewables: free, reserves: undefined };
    const { name: _name, ...read } = back;
    const emission = (units: NetworkBody['generators']) =>
      units.map(({ co2_t_per_mwh, ...unit }) => ({
        ...unit,
        fuel: unit.type,
        co2_t_per_mwh: Math.round(1e9 * (co2_t_per_mwh ?? 0)),
      }));
    equal(
      { ...read, generators: emission(read.generators), loads: 0 },
      { ...bare, generators: emission(bare.generators), loads: 0 },
    );
    equal(read.loads, network.loads);
  });

  for (const format of NETWORK_EXPORT_FORMATS)
    for (const [source, read] of [
      ['RTS-GMLC', rts],
      ['PyPSA', pypsa],
    ] as const)
      it(`is the same the second time as ${format}, from ${source}`, async () => {
        const once = await there(format, await read());
        equal(await there(format, once), once);
        const network = await read();
        assert.equal(once.lines.length, network.lines.length);
        assert.equal(once.buses.length, network.buses.length);
        for (const [i, { x_pu, from_bus, tap_ratio = 1 }] of network.lines.entries()) {
          const line = once.lines.find(({ id }) => id === network.lines[i]?.id) ?? once.lines[i];
          equal([line?.x_pu, line?.from_bus, line?.tap_ratio ?? 1], [x_pu, from_bus, tap_ratio]);
        }
        const total = ({ loads }: NetworkBody): number =>
          loads.reduce((sum, { values }) => sum + (values[0] ?? 0), 0);
        if (format !== 'matpower' || source !== 'PyPSA')
          assert.ok(Math.abs(total(once) - total(network)) < 1e-4);
      });

  for (const format of ['rts-gmlc', 'pypsa-csv'] as const)
    it(`has no cell that is a formula, and keeps its names, as ${format}`, async () => {
      const names = ["=cmd|' /C calc'!A1", '+1+1', '-2-3', '@SUM(1)', "'=own", '\t=tab', '-5', "'plain"];
      const { generators, ...rest } = await there(format, await rts());
      const [first] = generators;
      assert.ok(first);
      const units = names.map((name) => ({ ...first, name, p_max_profile: [first.p_max / 2, first.p_max] }));
      const [bus, ...buses] = rest.buses;
      assert.ok(bus);
      const sent = {
        ...rest,
        reserves: [],
        buses: [{ ...bus, name: '=1+1', area: '@1' }, ...buses],
        generators: units,
      };
      const files = await openZip(await zipped(format, sent));
      for (const file of files.names.filter((name) => name.endsWith('.csv')))
        for (const cell of parse(await files.read(file)).flat())
          assert.ok(!/^[=+\-@\t\r]/.test(cell) || Number.isFinite(Number(cell)), `${file}: ${cell}`);
      const report = JSON.parse(String(await files.read(EXPORT_REPORT)));
      const note = report.changed.find(({ code }: { readonly code: string }) => code === 'formula');
      assert.deepEqual(note.paths.slice(0, 3), ['/buses/0/name', '/buses/0/area', '/generators/0/name']);
      assert.equal(note.count, 8);
      const back = await there(format, sent);
      const profiles = (read: typeof generators) =>
        read.map(({ name, p_max_profile: [mw] = [] }) => `${name} ${mw}`);
      assert.deepEqual(profiles(back.generators).sort(), profiles(units).sort());
      assert.deepEqual([back.buses[0]?.name, back.buses[0]?.area], ['=1+1', '@1']);
    });

  it('keeps ratings by the hour in a folder of PyPSA, but for those with unlimited hours', async () => {
    const network = await pypsa();
    const profiles = [[900, 800.5], [null, 700], undefined];
    const lines = network.lines.map((line, i) => {
      const rating_mw_profile = profiles[i];
      return { ...line, ...(rating_mw_profile && { rating_mw_profile }) };
    });
    const back = await there('pypsa-csv', { ...network, lines });
    const hours = back.loads.reduce((most, { values }) => Math.max(most, values.length), 0);
    const expected = Array.from({ length: hours }, (_, t) => (t % 2 === 0 ? 900 : 800.5));
    equal(
      back.lines.map(({ rating_mw_profile = null }) => rating_mw_profile),
      [expected, null, null],
    );
    const dropped = async (format: Format) => {
      const files = await openZip(await zipped(format, { ...network, lines }));
      const report = JSON.parse(String(await files.read(EXPORT_REPORT)));
      const note = report.dropped.find(({ code }: { readonly code: string }) => code === 'rating_mw_profile');
      return note?.paths;
    };
    assert.deepEqual(await dropped('pypsa-csv'), ['/lines/1/rating_mw_profile']);
    for (const format of ['egret', 'matpower', 'rts-gmlc'] as const)
      assert.deepEqual(await dropped(format), ['/lines/0/rating_mw_profile', '/lines/1/rating_mw_profile']);
  });

  it('keeps storage with limits by the hour, inflow and a final energy in a folder of PyPSA', async () => {
    const network = await pypsa();
    const byHour = (first: number) => Array.from({ length: 48 }, (_, t) => first + (t % 3));
    const common = { bus: 1, type: 'PHS', energy_mwh: 400, initial_mwh: 90 };
    const storage = [
      {
        ...common,
        name: 'A',
        charge_mw: byHour(50),
        discharge_mw: byHour(40),
        charge_efficiency: 0.9,
        discharge_efficiency: 0.8,
        inflow_mw: byHour(5),
        final_mwh: 120,
        final_max_mwh: 120,
      },
      { ...common, name: 'B', charge_mw: 0, discharge_mw: byHour(60), efficiency: 0.7, inflow_mw: 7 },
    ];
    const back = await there('pypsa-csv', { ...network, storage });
    const [first, second] = storage;
    equal(back.storage, [first, { ...second, inflow_mw: 7 }]);
    const ends = [{ ...common, name: 'C', charge_mw: 5, discharge_mw: 5, efficiency: 1, final_mwh: 30 }];
    const files = await openZip(await zipped('pypsa-csv', { ...network, storage: ends }));
    const { dropped } = JSON.parse(String(await files.read(EXPORT_REPORT)));
    const paths = dropped.flatMap((note: { readonly paths: readonly string[] }) => note.paths);
    assert.ok(paths.includes('/storage/0/final_mwh'));
  });

  it('reports the parts that the format cannot hold', async () => {
    const network = await rts();
    const files = await openZip(await zipped('matpower', network));
    assert.deepEqual(files.names, ['small.m', EXPORT_REPORT]);
    const report = JSON.parse(String(await files.read(EXPORT_REPORT)));
    assert.equal(report.format, 'matpower');
    const codes: string[] = report.dropped.map(({ code }: { readonly code: string }) => code);
    for (const code of ['series', 'storage', 'reserves', 'forced_outage_rate', 'energy_limits'])
      assert.ok(codes.includes(code), code);
  });

  it('gives the same bytes twice', async () => {
    const network = await rts();
    assert.deepEqual(await zipped('rts-gmlc', network), await zipped('rts-gmlc', network));
  });
});
