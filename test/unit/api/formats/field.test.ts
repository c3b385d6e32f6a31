/** Small files from practice: their cases, costs and reports, or the reason why they are refused. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { networkPayload } from '../../../../activities/rolling/network-payload.ts';
import { ImportError, type ImportReport } from '../../../../api/formats/base/report.ts';
import { readImport } from '../../../../api/formats/import-file.ts';
import { type NetworkFormat, readNetworkFiles } from '../../../../api/formats/import-network.ts';
import { fileSet } from '../../../../api/formats/tables/file-set.ts';
import { validate } from '../../../../api/http/validate.ts';
import { networkProblems } from '../../../../temporal/case/checks/network-problems.ts';
import { payloadProblems } from '../../../../temporal/case/checks/payload-problems.ts';
import { networkBody, toNetworkContent } from '../../../../temporal/case/network-body.ts';
import type { SolvePayload } from '../../../../temporal/case/schema.ts';
import { solve } from '../../../support/engine/solve.ts';
import { saidOf } from '../../../support/said-of.ts';

const FOLDER = new URL('../../../../../test/cases/formats/field/', import.meta.url);
const LIMITS = { maxHorizon: 168 };

interface Case {
  readonly file: string;
  readonly refused?: string;
  readonly usd?: number;
  /** Notes that the report must include, each with severity and code. */
  readonly notes?: readonly string[];
  /** Expected parts of the network after the import. */
  readonly becomes?: unknown;
  /** Flows in the first hour by line, MW. */
  readonly flows?: readonly number[];
}

const NETWORKS: Readonly<Record<string, NetworkFormat>> = {
  mp: 'matpower',
  raw: 'psse-raw',
  pypsa: 'pypsa-csv',
  egret: 'egret',
  rts: 'rts-gmlc',
};

const kindOf = (file: string): string => file.slice(0, file.indexOf('-'));

function filesIn(file: string): Map<string, Buffer> {
  const place = new URL(file, FOLDER);
  if (statSync(place).isFile()) return new Map([[file, readFileSync(place)]]);
  const names = readdirSync(place, { recursive: true, encoding: 'utf8' });
  const paths = names.map((name) => [name, new URL(`${file}/${name}`, FOLDER)] as const);
  return new Map(
    paths.filter(([, path]) => statSync(path).isFile()).map(([name, path]) => [name, readFileSync(path)]),
  );
}

async function readAsNetwork(format: NetworkFormat, file: string) {
  const { network, report } = await readNetworkFiles(format, fileSet(filesIn(file)));
  assert.deepEqual(networkProblems(network), []);
  const body = await validate(networkBody, 'body', network);
  const hours = Math.max(...body.loads.map(({ values }) => values.length));
  return {
    payload: networkPayload(toNetworkContent(body), { horizon: hours, withNetwork: true }),
    network: body,
    report,
    hours,
  };
}

async function readAsPayload(file: string) {
  const format = kindOf(file) === 'mp' ? 'matpower' : 'unitcommitment-jl';
  const { payload, report } = await readImport(format, readFileSync(new URL(file, FOLDER)), LIMITS);
  assert.deepEqual(payloadProblems(payload, LIMITS), []);
  return { payload, report };
}

const notesOf = ({ changed, dropped }: ImportReport): string[] =>
  [...changed, ...dropped].map(({ severity, code }) => `${severity} ${code}`);

async function checkSolution(payload: SolvePayload, { usd, flows }: Case): Promise<void> {
  if (usd === undefined && flows === undefined) return;
  const result = await solve('scuc', payload);
  if (usd !== undefined) assert.equal(Math.round(result.total_cost_usd ?? 0), usd);
  const first = Object.values(result.flows_mw ?? {}).map((series) => Math.round(series[0] ?? 0));
  if (flows) assert.deepEqual(first, flows);
}

function checkReport(report: ImportReport, { notes = [] }: Case): void {
  for (const note of notes) assert.ok(notesOf(report).includes(note), `${note} is not in ${notesOf(report)}`);
}

describe('a small file', () => {
  const cases: Case[] = JSON.parse(readFileSync(new URL('cases.json', FOLDER), 'utf8'));
  for (const item of cases) {
    const { file, refused } = item;
    const format = NETWORKS[kindOf(file)];
    const isPayload = ['mp', 'ucjl'].includes(kindOf(file));
    if (refused !== undefined) {
      it(`is refused: ${file}`, async () => {
        const isExpected = (error: unknown) => error instanceof ImportError && error.message === refused;
        if (format) await assert.rejects(readAsNetwork(format, file), isExpected);
        if (isPayload) await assert.rejects(readAsPayload(file), isExpected);
      });
      continue;
    }
    if (format)
      it(`becomes a network: ${file}`, async () => {
        const { payload, network, report, hours } = await readAsNetwork(format, file);
        checkReport(report, item);
        const { becomes = {} } = item;
        const { buses, generators, loads, renewables = [], series_start: start } = network;
        const sources = renewables.map(({ name, p_max }) => ({ name, p_max }));
        const read = {
          names: buses.map(({ name }) => name),
          elements: { buses: buses.length, generators: generators.length },
          loads: loads.map(({ values }) => values),
          sources,
          hours,
          start,
          profile: generators[0]?.p_max_profile,
        };
        assert.deepEqual(saidOf(read, becomes), becomes);
        await checkSolution(payload, item);
      });
    if (isPayload)
      it(`becomes a payload: ${file}`, async () => {
        const { payload, report } = await readAsPayload(file);
        checkReport(report, item);
        await checkSolution(payload, item);
      });
  }
});
