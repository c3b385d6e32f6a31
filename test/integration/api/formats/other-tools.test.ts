/**
 * Schedules of other tools: twelve written as UnitCommitment.jl documents them, and twelve each that PyPSA and Egret
 * solve here if Python is available; `npm test` has a sample. All are verified, and every spoilt copy of their files is
 * refused.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { networkPayload } from '../../../../activities/rolling/network-payload.ts';
import { verifyGiven } from '../../../../activities/verifier/given/verify-given.ts';
import type { CaseElements } from '../../../../api/formats/base/given-schedule.ts';
import { type NetworkFormat, readNetworkFiles } from '../../../../api/formats/import-network.ts';
import { readSchedule } from '../../../../api/formats/import-schedule.ts';
import { type FileSet, fileSet } from '../../../../api/formats/tables/file-set.ts';
import { readUnitCommitmentJl } from '../../../../api/formats/unitcommitment-jl/read-unitcommitment-jl.ts';
import { writeUnitCommitmentJl } from '../../../../api/formats/unitcommitment-jl/write-unitcommitment-jl.ts';
import { validate } from '../../../../api/http/validate.ts';
import { networkBody, toNetworkContent } from '../../../../temporal/case/network-body.ts';
import type { SolvePayload } from '../../../../temporal/case/schema.ts';
import type { JobType } from '../../../../temporal/solvers.ts';
import { acquireCbc } from '../../../../workers/local/acquire/cbc.ts';
import { randomCase } from '../../../support/cases/random-case.ts';
import { solve } from '../../../support/engine/solve.ts';
import { isFullSize } from '../../../support/full-size.ts';
import { spoiltFiles } from '../../../support/other-tools/spoilt-files.ts';
import { writeSolution } from '../../../support/other-tools/write-solution.ts';
import { OTHER_TOOLS, pythonOfTests } from '../../../support/python.ts';

const FILES = isFullSize ? 8 : 3;
const MUTANTS = isFullSize ? 200 : 60;
const LIMIT_MS = 400_000;
const SCRIPTS = new URL('../../../../../test/support/other-tools/', import.meta.url).pathname;

type Files = ReadonlyMap<string, Buffer>;

interface Solved {
  readonly payload: SolvePayload;
  readonly jobType: JobType;
  readonly elements: CaseElements;
  readonly ofCase: Files;
  readonly schedule: Files;
}

const verify = async ({ payload, jobType, elements, ofCase }: Solved, files: Files) => {
  const scheduleFiles = fileSet(files);
  const all: FileSet = fileSet(new Map([...ofCase, ...files]));
  const { schedule } = await readSchedule(scheduleFiles, all, elements);
  return verifyGiven(payload, jobType, schedule);
};

/** Judges the schedules and prints their number. */
async function judge(tool: string, solved: readonly Solved[]): Promise<void> {
  assert.equal(solved.length, FILES);
  for (const [k, item] of solved.entries()) {
    const { verified, problems, missing } = await verify(item, item.schedule);
    assert.deepEqual([verified, problems, missing], [true, [], []], `${tool}, file ${k}`);
  }
  const counts = new Map<string, number>();
  for (const [k, item] of solved.entries()) {
    for (const { mutation, files, checks } of spoiltFiles(tool, item.schedule, item.payload, k)) {
      const { verified, certificate, problems } = await verify(item, files);
      const failed = certificate.checks.filter(({ ok }) => !ok).map(({ name }) => name);
      assert.ok(!verified && problems.length > 0, `${tool}, file ${k}: ${mutation} is accepted`);
      assert.ok(
        failed.some((name) => checks.includes(name)),
        `${tool}, file ${k}, ${mutation}: ${failed}`,
      );
      counts.set(mutation, (counts.get(mutation) ?? 0) + 1);
    }
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  process.stdout.write(
    `    ${tool}: ${FILES} verified, ${total} spoilt refused (${[...counts].map(([name, count]) => `${name} ${count}`).join(', ')})\n`,
  );
  assert.ok(total >= MUTANTS, `${total} mutants`);
}

async function unitCommitmentJl(): Promise<Solved[]> {
  const solved: Solved[] = [];
  for (let seed = 1; solved.length < FILES; seed++) {
    const { payload: original, jobType } = randomCase(seed, seed % 2 === 0 ? 'uc' : 'scuc');
    const file = JSON.parse(JSON.stringify(writeUnitCommitmentJl(original).file));
    const { payload } = readUnitCommitmentJl(file, 168);
    const result = await solve(jobType, payload);
    if (!result.certificate) continue;
    const schedule = new Map([
      ['solution.json', Buffer.from(JSON.stringify(writeSolution(payload, result)))],
    ]);
    solved.push({ payload, jobType, elements: payload, ofCase: new Map(), schedule });
  }
  return solved;
}

async function ofNetwork(format: NetworkFormat, ofCase: Files, schedule: Files): Promise<Solved> {
  const { network: read } = await readNetworkFiles(format, fileSet(ofCase));
  const network = await validate(networkBody, 'body', read);
  const horizon = Math.max(...network.loads.map(({ values }) => values.length));
  const withNetwork = network.lines.length > 0;
  const payload = networkPayload(toNetworkContent(network), {
    horizon,
    withNetwork,
    includeReserves: (network.reserves ?? []).length > 0,
  });
  return {
    payload,
    jobType: withNetwork ? 'scuc' : 'uc',
    elements: { ...network, horizon },
    ofCase,
    schedule,
  };
}

async function filesIn(folder: string): Promise<Map<string, Buffer>> {
  const names = await readdir(folder);
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)),
  );
}

describe('schedules of other tools', function () {
  this.timeout(LIMIT_MS);
  let folder: string;
  let python: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'grid-other-tools-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  /** Runs a script; resolves with the folder of the cases and their schedules. */
  const run = async (script: string): Promise<string> => {
    const { found: cbc } = await acquireCbc();
    const results = join(folder, script);
    await promisify(execFile)(python, [join(SCRIPTS, script), '1', `${FILES + 1}`, results], {
      timeout: LIMIT_MS,
      // Egret looks for CBC on PATH.
      env: { ...process.env, PATH: `${dirname(cbc)}${delimiter}${process.env['PATH']}` },
    });
    return results;
  };

  it('verifies UnitCommitment.jl', async () => judge('UnitCommitment.jl', await unitCommitmentJl()));

  describe('in Python', () => {
    before(async function () {
      python = await pythonOfTests(this, OTHER_TOOLS);
    });

    it('verifies PyPSA', async () => {
      const results = await run('pypsa-schedules.py');
      const solved = (await readdir(results)).map(async (seed) => {
        const files = await filesIn(join(results, seed));
        return ofNetwork('pypsa-csv', files, files);
      });
      return judge('PyPSA', await Promise.all(solved));
    });

    it('verifies Egret', async () => {
      const results = await run('egret-schedules.py');
      const solved = (await readdir(results)).map(async (seed) => {
        const files = await filesIn(join(results, seed));
        const only = (name: string): Files => new Map([[name, files.get(name) ?? Buffer.alloc(0)]]);
        return ofNetwork('egret', only('case.json'), only('solved.json'));
      });
      return judge('Egret', await Promise.all(solved));
    });
  });
});
