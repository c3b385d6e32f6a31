/** Readers of the public formats: what each part of a file becomes, and the place and message of every refusal. */
import assert from 'node:assert/strict';
import { ImportError, type Imported, type ImportedNetwork } from '../../../../api/formats/base/report.ts';
import { readImport } from '../../../../api/formats/import-file.ts';
import { readNetwork } from '../../../../api/formats/import-network.ts';
import { networkProblems } from '../../../../temporal/case/checks/network-problems.ts';
import { payloadProblems } from '../../../../temporal/case/checks/payload-problems.ts';
import { payloadSchema } from '../../../../temporal/case/schema.ts';
import { zipOf } from '../../../support/callers/zip.ts';
import {
  casesOf,
  type FileChange,
  filesOf,
  type Tables,
  withChanges,
} from '../../../support/cases/format-files.ts';
import { solve } from '../../../support/engine/solve.ts';
import { saidOf } from '../../../support/said-of.ts';

const LIMITS = { maxHorizon: 168 };

type Read = Imported | Pick<ImportedNetwork, 'network' | 'report'>;
type Reader = (files: Tables, loadProfile?: readonly number[]) => Promise<Read>;

const onlyOf = (files: Tables): Buffer => Buffer.from(Object.values(files)[0] ?? '');

const networkReader =
  (format: Parameters<typeof readNetwork>[0]): Reader =>
  async (files) => {
    const bytes = Object.keys(files).length > 1 ? zipOf(files) : onlyOf(files);
    const { network, report } = await readNetwork(format, { bytes, contentType: 'text/plain' });
    assert.deepEqual(networkProblems(network), []);
    return { network, report };
  };

const payloadReader =
  (format: Parameters<typeof readImport>[0]): Reader =>
  async (files, loadProfile) => {
    const imported = await readImport(format, onlyOf(files), { ...LIMITS, loadProfile });
    payloadSchema.validateSync(imported.payload, { strict: true });
    assert.deepEqual(payloadProblems(imported.payload, LIMITS), []);
    return imported;
  };

/** Folder of the cases of a format -> reader. */
const READERS: Readonly<Record<string, Reader>> = {
  egret: networkReader('egret'),
  matpower: payloadReader('matpower'),
  'matpower-network': networkReader('matpower'),
  'pglib-uc': payloadReader('pglib-uc'),
  'psse-raw': networkReader('psse-raw'),
  'pypsa-csv': networkReader('pypsa-csv'),
  'rts-gmlc': networkReader('rts-gmlc'),
  'unitcommitment-jl': payloadReader('unitcommitment-jl'),
};

interface Case {
  readonly name: string;
  /** Changes to the files of the format. */
  readonly changes?: readonly FileChange[];
  readonly loadProfile?: readonly number[];
}
interface Variant extends Case {
  /** True if the variant means the same as the unchanged files. */
  readonly same?: true;
  /** Expected parts of the network or the payload, and of the report; null marks a field that must be missing. */
  readonly becomes?: unknown;
  /** Expected parts of the result of solving the payload. */
  readonly solved?: unknown;
}
interface Refused extends Case {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The value with numbers rounded to 12 digits and without undefined fields. */
const plain = (value: unknown, absent?: null): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, each: unknown) =>
      typeof each === 'number' ? Number(each.toPrecision(12)) : each === undefined ? absent : each,
    ),
  );

for (const [format, read] of Object.entries(READERS)) {
  const readCase = ({ changes = [], loadProfile }: Case) =>
    read(withChanges(filesOf(format), changes), loadProfile);

  describe(`a file of ${format}`, () => {
    it('is read in all its parts, with a report on each', async () => {
      assert.deepEqual(plain(await read(filesOf(format))), casesOf(format, 'read'));
    });

    for (const variant of casesOf<Variant[]>(format, 'variants'))
      it(variant.name, async () => {
        const imported = await readCase(variant);
        if (variant.same) assert.deepEqual(plain(imported), casesOf(format, 'read'));
        const { becomes = {}, solved } = variant;
        assert.deepEqual(plain(saidOf(imported, becomes), null), becomes);
        if (solved === undefined || !('payload' in imported)) return;
        assert.deepEqual(plain(saidOf(await solve('scuc', imported.payload), solved)), solved);
      });

    for (const refused of casesOf<Refused[]>(format, 'refused'))
      it(`is refused for ${refused.name}, with the place`, async () => {
        const { path, message } = refused;
        await assert.rejects(readCase(refused), (error) => {
          assert.ok(error instanceof ImportError, String(error));
          assert.deepEqual({ path: error.path, message: error.message }, { path, message });
          return true;
        });
      });
  });
}
