/** Every field in the table of elements appears in a written file or in its report, so none is dropped silently. */
import assert from 'node:assert/strict';
import type { Schema } from 'yup';
import { EXPORT_FORMATS, writeExport } from '../../../../api/formats/export-file.ts';
import { exportNetwork, NETWORK_EXPORT_FORMATS } from '../../../../api/formats/export-network.ts';
import { EXPORT_REPORT } from '../../../../api/formats/import-network.ts';
import { readRtsGmlc } from '../../../../api/formats/rts-gmlc/read-rts-gmlc.ts';
import { openZip } from '../../../../api/formats/tables/file-set.ts';
import { ELEMENTS } from '../../../../temporal/case/elements/index.ts';
import { toNetworkContent } from '../../../../temporal/case/network-body.ts';
import { rtsTables, toFileSet } from '../../../support/cases/format-files.ts';
import { meshedCase } from '../../../support/cases/meshed-case.ts';

/** Paths of all notes, and texts of the files. */
interface Written {
  readonly files: string;
  readonly noted: readonly string[];
}
type Element = Readonly<Record<string, unknown>>;
type Attributes = Readonly<Record<string, Pick<Schema, 'spec' | 'describe'>>>;
type Content = Readonly<Record<string, unknown>>;

const HOURS = 4;
const curve = (unit: string) => [
  { mw: 10, [unit]: 100 },
  { mw: 50, [unit]: 900 },
];
/** Values for fields whose schemas do not restrict them. */
const VALUES: Readonly<Record<string, unknown>> = {
  cost_curve: curve('usd_per_h'),
  heat_rate_curve: curve('mmbtu_per_h'),
  startup_categories: [
    { lag_h: 0, cost_usd: 5 },
    { lag_h: 4, cost_usd: 9 },
  ],
  startup_fuel: [{ lag_h: 0, mmbtu: 3, usd: 5 }],
  maintenance: [{ from: '2020-01-02', to: '2020-01-03' }],
  ratings_mva: { summer: 10, winter: 20, spring_fall: 15 },
  dc_lines: [{ id: 'D', factor: 1 }],
  direction: 'down',
  in_service: false,
  no_simultaneous: false,
  enabled: false,
};
/** Pairs of equivalent fields; one of each pair takes precedence. */
const TWINS: Readonly<Record<string, readonly string[]>> = {
  cost_curve: ['heat_rate_curve'],
  startup_categories: ['startup_fuel'],
  charge_efficiency: ['efficiency'],
};
/** Fields that have no effect together with the other fields of the element used here. */
const IDLE = ['rated'];

function sampleOf(name: string, schema: Pick<Schema, 'describe'>): unknown {
  if (name in VALUES) return VALUES[name];
  const { type, meta } = schema.describe();
  if (meta?.series && type !== 'number') return Array.from({ length: HOURS }, (_, t) => 3 + (t % 2));
  if (type === 'boolean') return true;
  if (type === 'string') return 'other';
  return type === 'array' ? ['other'] : 7;
}

/** Fields of the first element of a list whose change affects neither the files nor the report. */
async function unsaid(
  list: string,
  attributes: Attributes,
  content: Content,
  write: (content: Content) => Promise<Written>,
): Promise<string[]> {
  const [first, ...others] = content[list] as readonly Element[];
  assert.ok(first, list);
  const unread: string[] = [];
  for (const [name, schema] of Object.entries(attributes)) {
    if (!(schema.spec.optional || schema.spec.nullable) || IDLE.includes(name)) continue;
    const omitted = [name, ...(TWINS[name] ?? [])];
    const bare = Object.fromEntries(Object.entries(first).filter(([field]) => !omitted.includes(field)));
    const without = schema.spec.optional ? bare : { ...bare, [name]: null };
    const [before, after] = await Promise.all(
      [without, { ...bare, [name]: sampleOf(name, schema) }].map((element) =>
        write({ ...content, [list]: [element, ...others] }),
      ),
    );
    const isNoted = after?.noted.some((path) =>
      [`/${list}`, `/${list}/0`, `/${list}/0/${name}`].includes(path),
    );
    const isSaid = before?.files !== after?.files || before?.noted.join() !== after?.noted.join();
    if (!isNoted && !isSaid) unread.push(`${list}.${name}`);
  }
  return unread;
}

const pathsOf = ({ dropped, changed }: ReturnType<typeof writeExport>['report']): string[] =>
  [...dropped, ...changed].flatMap(({ paths }) => paths);

describe('a field of an element', () => {
  for (const format of NETWORK_EXPORT_FORMATS)
    it(`of a network is written or reported as ${format}`, async () => {
      const { network } = await readRtsGmlc(toFileSet(rtsTables()));
      const [a, b] = network.buses;
      assert.ok(a && b);
      const store = { name: 'S', bus: a.id, energy_mwh: 9, charge_mw: 5, discharge_mw: 5, efficiency: 0.9 };
      const content: Content = {
        ...toNetworkContent(network),
        dc_lines: [{ id: 'D', from_bus: a.id, to_bus: b.id, p_min_mw: -5, p_max_mw: 5, in_service: true }],
        storage: [{ ...store, initial_mwh: 2 }],
        interfaces: [{ id: 'I', lines: [{ id: network.lines[0]?.id, factor: 1 }], p_max_mw: 50 }],
        phase_shifters: [{ line: network.lines[0]?.id, min_deg: -5, max_deg: 5 }],
        renewables: [{ name: 'W', bus: a.id, p_max: [5, 6, 7, 8] }],
        demand_response: [{ name: 'D', bus: a.id, shed_max_mw: 5, cost_usd_per_mwh: 7 }],
        bids: [{ name: 'B', bus: a.id, kind: 'demand', blocks: [{ mw: 5, usd_per_mwh: 7 }] }],
      };
      const write = async (changed: Content): Promise<Written> => {
        const pieces: Buffer[] = [];
        const exported = { name: 'small', content: changed as ReturnType<typeof toNetworkContent> };
        for await (const piece of exportNetwork(format, exported)) pieces.push(piece);
        const files = await openZip(Buffer.concat(pieces));
        const texts = files.names.filter((name) => name !== EXPORT_REPORT).map((name) => files.read(name));
        const report = JSON.parse(String(await files.read(EXPORT_REPORT)));
        return { files: (await Promise.all(texts)).join('\n'), noted: pathsOf(report) };
      };
      for (const [list, element] of Object.entries(ELEMENTS))
        if ('inNetwork' in element)
          assert.deepEqual(
            await unsaid(list === 'transmission_lines' ? 'lines' : list, element.inNetwork, content, write),
            [],
          );
    });

  for (const format of EXPORT_FORMATS)
    it(`of a case is written or reported as ${format}`, async () => {
      const meshed = meshedCase(6, 5, { horizon: HOURS, seed: 3, outages: true });
      const wide = meshed.generators.map((unit) => ({
        ...unit,
        p_min: 1,
        initial_status: 5,
        must_run: false,
      }));
      const [line, ...lines] = meshed.transmission_lines ?? [];
      const content: Content = {
        ...meshed,
        generators: wide,
        transmission_lines: [{ ...line, id: 'other' }, ...lines],
        dc_lines: [{ id: 'D', from_bus: 1, to_bus: 2, p_min_mw: -5, p_max_mw: 5 }],
        storage: [
          {
            name: 'S',
            bus: 1,
            energy_mwh: 9,
            charge_mw: 5,
            discharge_mw: 5,
            efficiency: 0.9,
            initial_mwh: 2,
          },
        ],
        renewables: [{ name: 'W', bus: 1, p_min: [0, 0, 0, 0], p_max: [5, 6, 7, 8] }],
        interfaces: [{ id: 'I', lines: [{ id: 'other', factor: 1 }], p_max_mw: 50 }],
        phase_shifters: [{ line: 'other', min_deg: -5, max_deg: 5 }],
        reserves: [{ name: 'R', mw: 5 }],
        demand_response: [{ name: 'D', bus: 1, shed_max_mw: 5, cost_usd_per_mwh: 7 }],
        bids: [{ name: 'B', bus: 1, kind: 'demand', blocks: [{ mw: 5, usd_per_mwh: 7 }] }],
      };
      const write = async (changed: Content): Promise<Written> => {
        const { report, ...file } = writeExport(format, changed as typeof meshed);
        return { files: JSON.stringify(file), noted: pathsOf(report) };
      };
      for (const [list, { attributes }] of Object.entries(ELEMENTS))
        assert.deepEqual(await unsaid(list, attributes, content, write), []);
    });
});
