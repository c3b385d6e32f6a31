/**
 * `npm run bench -- models`: a hash of the engine's model of each case, and one of its result without times, for seeded
 * cases of every family, infeasible cases and the published instances. Two versions build the same models if `diff`
 * finds their lines equal. `BENCH_CASES` sets the number per family.
 */
import { createHash } from 'node:crypto';
import { object } from 'yup';
import { readCase } from '../../activities/case/read-case.ts';
import { networkOf, prepareCase } from '../../activities/engine/base/prepared-case.ts';
import { limitOf } from '../../activities/network/line-limits.ts';
import type { Network } from '../../activities/network/network.ts';
import { formulate } from '../../activities/uc/formulation/index.ts';
import type { Instance } from '../../activities/uc/instance.ts';
import { toInstance } from '../../activities/uc/to-instance.ts';
import { readImport } from '../../api/formats/import-file.ts';
import { jobTypeOf } from '../../temporal/case/arithmetic/elements.ts';
import { canonicalSolveBody } from '../../temporal/case/canonical/solve-body.ts';
import { payloadSchema, type SolvePayload } from '../../temporal/case/schema.ts';
import type { JobType } from '../../temporal/solvers.ts';
import { atInterval } from '../support/cases/at-interval.ts';
import { infeasibleCase } from '../support/cases/infeasible-case.ts';
import { spoiltCase } from '../support/cases/spoilt-case.ts';
import { solve } from '../support/engine/solve.ts';
import { publicInstances } from '../support/public-instances.ts';
import { FAMILIES } from '../support/seeded/families.ts';
import { amount, benchmark, thisProcess } from './harness/benchmark.ts';

const bodySchema = object({ payload: payloadSchema });
const CASES = amount('CASES', 20);
const LIMITS = { maxHorizon: 168 };
const QUARTER = 15;

interface Case {
  readonly jobType: JobType;
  readonly payload: SolvePayload;
}

/** JSON cannot represent Infinity and NaN. */
const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value, (_, item) => (typeof item === 'number' ? String(item) : item)))
    .digest('hex')
    .slice(0, 16);

/**
 * Hash of all numbers and names of a model except the flow limits added during the solve, which follow from those of
 * the lines.
 */
function modelHash({ payload, jobType }: Case): string {
  const input = readCase(payload, jobType);
  const { network, warnings } = networkOf(input);
  const instance = toInstance(input, network);
  const { milp, pool, deferred, counts, capacityRows, balanceRows, reserveRows } = formulate(instance);
  return hashOf([
    ...[milp.columns, milp.rows, pool, deferred, counts, capacityRows, balanceRows, reserveRows],
    ...[instance.units, instance.load, instance.requirements, dcLinesOf(instance), instance.lossShares],
    ...[instance.renewables, instance.storage].map((items) => items.map(({ name, at }) => [name, at])),
    ...[linesOf(network, payload.horizon), network.buses, [...network.island], warnings],
  ]);
}

/**
 * A DC line without losses, cost and ramp limits is represented by its limits, one number each if they are constant.
 */
const dcLinesOf = ({ dcLines }: Pick<Instance, 'dcLines'>) =>
  dcLines.map(({ id, from, to, least, most, ...more }) => {
    const limits = [least, most].map((hours) => (new Set(hours).size === 1 ? hours[0] : hours));
    const isPlain = !more.loss && !more.cost && ![more.rampUp, more.rampDown].some(Number.isFinite);
    return { id, from, to, least: limits[0], most: limits[1], ...(!isPlain && more) };
  });

const linesOf = (network: Network, horizon: number) =>
  network.lines.map(({ id, from, to, susceptance, shift, resistance }, line) => {
    const limits = Array.from({ length: horizon }, (_, t) => [
      limitOf(network, line, null, t),
      limitOf(network, line, 0, t),
    ]);
    return { id, from, to, susceptance, shift, resistance, limits };
  });

async function resultHash({ payload, jobType }: Case): Promise<string> {
  const { solve_time_s: _, certificate, ...result } = await solve(jobType, payload);
  // Hashes of the verifier and of its input differ between versions though the answer is the same.
  const judged = certificate && { ...certificate, verifier_sha256: '', input_sha256: '' };
  return hashOf([result, judged, prepareCase(payload, jobType).found]);
}

const hashes = async (each: Case) => ({ model: modelHash(each), result: await resultHash(each) });

/** A case converted to quarters of an hour: every number per hour changes. */
const inQuarters = ({ jobType, payload }: Case): Case => ({ jobType, payload: atInterval(payload, QUARTER) });

async function payloadOf(format: 'pglib-uc' | 'unitcommitment-jl' | 'service-uc', content: unknown) {
  if (format === 'service-uc') return bodySchema.cast(canonicalSolveBody({ payload: content }).body).payload;
  return (await readImport(format, Buffer.from(JSON.stringify(content)), LIMITS)).payload;
}

await benchmark(thisProcess, async (_, tell) => {
  const seeded = [
    ...FAMILIES,
    { name: 'a cause and its repair', caseOf: infeasibleCase },
    { name: 'several faults', caseOf: spoiltCase },
  ];
  for (const { name, caseOf } of seeded)
    for (let seed = 0; seed < CASES; seed += 1) {
      tell(`${name} ${seed}`, await hashes(caseOf(seed)));
      tell(`${name} ${seed} by the quarter`, { model: modelHash(inQuarters(caseOf(seed))) });
    }
  for (const format of ['pglib-uc', 'unitcommitment-jl', 'service-uc'] as const)
    for (const { name, read } of publicInstances(format)) {
      const payload = await payloadOf(format, read());
      tell(`${format} ${name}`, { model: modelHash({ payload, jobType: jobTypeOf(payload) }) });
    }
});
