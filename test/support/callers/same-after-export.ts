/** Exports a payload to a public format, imports the file, and compares the optima of both payloads. */

import assert from 'node:assert/strict';
import { type ExportFormat, writeExport } from '../../../api/formats/export-file.ts';
import { readImport } from '../../../api/formats/import-file.ts';
import { ratedOf } from '../../../temporal/case/arithmetic/output-limits.ts';
import type { Generator, SolvePayload } from '../../../temporal/case/schema.ts';
import { atInterval } from '../cases/at-interval.ts';
import { randomCase } from '../cases/random-case.ts';
import { solve } from '../engine/solve.ts';

const SAME = 1e-6;
/** Codes of changes that do not affect the optimum of a case without violated limits. */
const HARMLESS = new Set(['hard_limit', 'hard_balance']);

export async function roundTrip(format: ExportFormat, payload: SolvePayload) {
  const { file, report } = await writeExport(format, payload);
  const back = await readImport(format, Buffer.from(JSON.stringify(file)), { maxHorizon: 168 });
  return { file, report, back };
}

/** Compares the optima; returns true if the case had a schedule to compare. */
export async function assertSameAfterExport(seed: number, minutes: 15 | 30 | 60 = 60): Promise<boolean> {
  const random = atInterval(randomCase(seed, 'scuc').payload, minutes);
  const payload = {
    ...random,
    generators: random.generators.map((unit) => withKnownState(unit, minutes / 60)),
  };
  const { report, back } = await roundTrip('unitcommitment-jl', payload);
  const all = [...report.changed, ...report.dropped, ...back.report.changed, ...back.report.dropped];
  const losses = all.filter(({ severity, code }) => severity === 'warning' && !HARMLESS.has(code));
  assert.deepEqual(losses, [], `seed ${seed}`);
  const [before, after] = [await solve('scuc', payload), await solve('scuc', back.payload)];
  if (before.termination_status !== 'OPTIMAL') return false;
  const cost = before.total_cost_usd ?? Number.NaN;
  const difference = (after.total_cost_usd ?? Number.NaN) - cost;
  assert.ok(Math.abs(difference) <= SAME * Math.abs(cost), `seed ${seed}: ${difference} $ apart`);
  return true;
}

/**
 * Adds the output before the first hour, which the public formats require, and ramp limits to starts and stops, which
 * they apply.
 */
function withKnownState(
  { startup_ramp: _, shutdown_ramp: __, ...unit }: Generator,
  interval: number,
): Generator {
  const on = unit.initial_status > 0;
  return {
    ...unit,
    initial_status: unit.initial_status || -interval,
    initial_power_mw: on ? (unit.initial_power_mw ?? ratedOf(unit).p_min) : 0,
  };
}
