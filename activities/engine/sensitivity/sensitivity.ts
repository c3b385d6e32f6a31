/**
 * Distribution factors of a network as JSON text, written piece by piece, because a single object would take many times
 * the memory.
 */

import type { Line } from '../../../temporal/case/schema.ts';
import { readLines } from '../../case/read-line.ts';
import { lodfTable, ptdfTable } from '../../network/factor-tables.ts';
import { type Network, toNetwork } from '../../network/network.ts';
import { EngineError } from '../base/engine.ts';
import { uncomputable } from '../base/prepared-case.ts';

export type SensitivityRequest =
  | {
      readonly kind: 'ptdf';
      readonly lines: readonly Line[];
      /** Ids of the lines, in service, whose flows the factors describe. */
      readonly monitored: readonly string[];
      /** Number of the slack bus. */
      readonly slackBus: number;
    }
  | {
      readonly kind: 'lodf';
      readonly lines: readonly Line[];
      /** Ids of the lines, in service, whose outages the factors describe. */
      readonly outages: readonly string[];
    };

/** Computes the factors. Throws `EngineError` INVALID_MODEL with the reason if the network cannot be computed. */
export function sensitivity(request: SensitivityRequest): Buffer {
  try {
    return Buffer.concat([...sensitivityText(request)].map((piece) => Buffer.from(piece)));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new EngineError('INVALID_MODEL', uncomputable(error));
  }
}

/** Factors are rounded to 1 / PRECISION; anything smaller is noise of the factorisation. */
const PRECISION = 1e9;

/** The text of the factors. Throws RangeError if the network cannot be computed. */
function* sensitivityText(request: SensitivityRequest): Generator<string> {
  const { network, warnings } = toNetwork([], readLines(request.lines));
  yield* request.kind === 'ptdf' ? ptdfText(network, request) : lodfText(network, request.outages);
  yield `,"warnings":${JSON.stringify(warnings.map(({ message }) => message))}}`;
}

function* ptdfText(
  network: Network,
  { monitored, slackBus }: Extract<SensitivityRequest, { kind: 'ptdf' }>,
): Generator<string> {
  const rows = ptdfTable(network, positions(network, monitored), network.position(slackBus));
  const buses = network.buses.map((bus) => `"${bus}":`);
  yield '{"ptdf":{';
  let at = 0;
  for (const row of rows) {
    yield `${at > 0 ? ',' : ''}${JSON.stringify(monitored[at])}:${record(buses, row)}`;
    at++;
  }
  yield `},"slack_bus":${slackBus}`;
}

function* lodfText(network: Network, outages: readonly string[]): Generator<string> {
  const lines = network.lines.map(({ id }) => `${JSON.stringify(id)}:`);
  const islanding: string[] = [];
  yield '{"lodf":{';
  let at = 0;
  let separator = '';
  for (const factors of lodfTable(network, positions(network, outages))) {
    const outage = outages[at++] ?? '';
    if (!factors) {
      islanding.push(outage);
      continue;
    }
    yield `${separator}${JSON.stringify(outage)}:${record(lines, factors)}`;
    separator = ',';
  }
  yield `},"islanding":${JSON.stringify(islanding)}`;
}

function positions({ lines }: Network, ids: readonly string[]): number[] {
  const positionOf = new Map(lines.map(({ id }, position) => [id, position]));
  return ids.map((id) => positionOf.get(id) ?? -1);
}

/** A factor, rounded. Adding 0 avoids -0, which a reader would take for another number. */
const rounded = (factor: number): number => Math.round(factor * PRECISION) / PRECISION + 0;

const record = (keys: readonly string[], factors: Float64Array): string =>
  `{${keys.map((key, at) => key + rounded(factors[at] ?? 0)).join(',')}}`;
