/**
 * `npm run bench -- ac-check`: AC power flows of a day of 24 hours, in this process: CPU of the whole check from payload to
 * reply, s. The networks are case1888rte of UnitCommitment.jl, if it is stored beside the repository, with resistances of an
 * eighth of the reactances and outputs in proportion to Pmax, and a made-up grid of 59 x 32 = 1,888 buses, whose fill is larger.
 */
import { acCheck } from '../../activities/power-flow/ac-check.ts';
import { readImport } from '../../api/formats/import-file.ts';
import { largestOf, sum, valueAt } from '../../temporal/case/arithmetic/series.ts';
import { acDataSchema } from '../../temporal/case/messages/ac-check.ts';
import { type AcTestCase, acGrid } from '../support/cases/ac-case.ts';
import { cpuS } from '../support/load.ts';
import { publicInstances } from '../support/public-instances.ts';
import { amount, benchmark, thisProcess } from './harness/benchmark.ts';

const HOURS = amount('HOURS', 24);
const ROWS = amount('ROWS', 59);
const COLUMNS = 32;
const RTE = 'case1888rte-2017-02-01';

async function rte(): Promise<AcTestCase | undefined> {
  const instance = publicInstances('unitcommitment-jl').find(({ name }) => name === RTE);
  if (!instance) return undefined;
  const text = Buffer.from(JSON.stringify(instance.read()));
  const { payload } = await readImport('unitcommitment-jl', text, { maxHorizon: 168 });
  const lines = (payload.transmission_lines ?? []).map((line) => ({
    ...line,
    r_pu: Math.abs(line.x_pu) / 8,
  }));
  const hours = [...Array(Math.min(HOURS, payload.horizon)).keys()];
  const loads = payload.loads.map((load) => ({ ...load, values: load.values.slice(0, hours.length) }));
  const total = hours.map((hour) => sum(loads.map(({ values }) => valueAt(values, hour) ?? 0)));
  const capacity = sum(payload.generators.map(({ p_max }) => largestOf(p_max)));
  const [largest] = payload.generators.toSorted((a, b) => largestOf(b.p_max) - largestOf(a.p_max));
  return {
    payload: { horizon: hours.length, generators: payload.generators, loads, transmission_lines: lines },
    schedule: {
      dispatch_mw: Object.fromEntries(
        payload.generators.map(({ name, p_max }) => [
          name,
          total.map((mw) => (mw * largestOf(p_max)) / capacity),
        ]),
      ),
    },
    ac: acDataSchema.cast({
      slack_buses: [largest?.bus ?? 1],
      power_factor: 0.98,
      generators: payload.generators.map(({ name, p_max }) => ({
        name,
        q_min_mvar: -0.2 * largestOf(p_max),
        q_max_mvar: 0.4 * largestOf(p_max),
      })),
    }),
  };
}

await benchmark(thisProcess, async (_, tell) => {
  const networks = { [RTE]: await rte(), [`grid of ${ROWS} x ${COLUMNS}`]: acGrid(ROWS, COLUMNS, HOURS) };
  for (const [name, network] of Object.entries(networks)) {
    if (!network) continue;
    const { payload, schedule, ac } = network;
    for (const reactive_limits of [false, true]) {
      const before = cpuS();
      const { summary, intervals } = acCheck(payload, schedule, { ...ac, reactive_limits });
      tell(`${name}${reactive_limits ? ', reactive limits' : ''}`, {
        cpu_s: cpuS() - before,
        converged: summary.converged,
        steps: sum(intervals.map(({ iterations }) => iterations)),
        at_limits: summary.reactive_limits,
      });
    }
  }
});
