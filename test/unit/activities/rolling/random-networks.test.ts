/** Payloads of windows of random networks, compared with an independently written mapping. */
import assert from 'node:assert/strict';
import { executionPayload } from '../../../../activities/executions/execution-payload.ts';
import { usedBefore } from '../../../../activities/rolling/energy-budgets.ts';
import { windowsOf } from '../../../../activities/rolling/window.ts';
import { seriesCalendar } from '../../../../temporal/case/arithmetic/series-calendar.ts';
import { networkProblems } from '../../../../temporal/case/checks/network-problems.ts';
import { findPcmModel } from '../../../../temporal/case/pcm-models.ts';
import { payloadSchema } from '../../../../temporal/case/schema.ts';
import { randomNetwork } from '../../../support/cases/random-network.ts';
import {
  networkWindow,
  SOFT_USD_PER_MWH,
  SPILL_USD_PER_MWH,
} from '../../../support/reference/network-window.ts';

const SEEDS = Array.from({ length: 20 }, (_, seed) => seed + 1);
const SOLVER = { id: 'highs', time_limit: 60, mip_gap: 0.001, presolve: 'choose', random_seed: 0 } as const;
/** Energy used from every budget before each window except the first, MWh. */
const USED_MWH = 100;

/** The value as it is stored, rounded to nine digits. */
const stored = (value: unknown): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(value, (_, item) => (typeof item === 'number' ? Number(item.toPrecision(9)) + 0 : item)),
  );

const HOUR_MS = 3_600_000;

describe('the payloads of windows of random networks', () => {
  for (const seed of SEEDS) {
    it(`equal those of a plain mapping, seed ${seed}`, async () => {
      const network = randomNetwork(seed);
      const model = findPcmModel('pcm-rolling');
      const calendar = seriesCalendar(network);
      assert.ok(model && calendar);
      // A reserve product may name elements that this network does not have.
      assert.deepEqual(
        networkProblems(network).filter(({ type }) => type !== 'unknown_element'),
        [],
      );
      const runFirst = seed * 5;
      const steps = { step_h: 12 + (seed % 30), look_ahead_h: 18 };
      const terms = { line_penalty_usd_per_mwh: SOFT_USD_PER_MWH, spill_usd_per_mwh: SPILL_USD_PER_MWH };
      const options = {
        horizon: 144,
        include_reserves: network.reserves !== undefined,
        lines: 'soft',
        ...terms,
        ...steps,
      } as const;
      const study = { options, solver: SOLVER, start: { hour: runFirst, calendar } };
      for (const window of windowsOf(options.horizon, options)) {
        const first = runFirst + window.start;
        const usedMwh = window.start > 0 ? USED_MWH : 0;
        const before = Object.fromEntries(
          (network.renewables ?? []).map(({ name }) => [name, { used_mwh: usedMwh }]),
        );
        const used_mwh = Object.fromEntries(network.generators.map(({ name }) => [name, usedMwh]));
        const used = usedBefore(network, { calendar, first }, { renewables: before, used_mwh });
        const payload = executionPayload(study, model, network, window, { state: undefined, used });
        await payloadSchema.validate(JSON.parse(JSON.stringify(payload)), { strict: true });
        const { storage: _storage, options: _options, solver: _solver, start_time, ...made } = payload;
        assert.equal(Date.parse(start_time ?? ''), calendar.origin + first * HOUR_MS);
        const expected = networkWindow(network, {
          runFirst,
          first,
          kept: window.kept,
          length: window.length,
          used: usedMwh,
        });
        const { fixed_commitment, ...others } = expected;
        assert.deepEqual(
          stored({
            ...made,
            generators: made.generators.map((unit) => ({
              ...unit,
              initial_status: undefined,
              initial_power_mw: undefined,
            })),
          }),
          stored({ ...others, ...(fixed_commitment.length > 0 && { fixed_commitment }) }),
        );
      }
    });
  }
});
