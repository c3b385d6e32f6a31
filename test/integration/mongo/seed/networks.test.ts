import assert from 'node:assert/strict';
import { explainInfeasibility } from '../../../../activities/infeasibility/explain-infeasibility.ts';
import { SEED_NETWORKS } from '../../../../mongo/seed/networks.ts';
import { rts24Uc, rts24Year, rts24YearLoads } from '../../../../mongo/seed/rts24.ts';
import { networkContentSchema } from '../../../../temporal/case/network-schema.ts';

const PEAK_DAY = Array.from({ length: 24 }, (_, hour) => 1000 + 10 * hour);
const DAYS = 52 * 7;

describe('seed networks', () => {
  for (const { network_id, content } of SEED_NETWORKS) {
    it(`${network_id} is a valid network whose elements stand on its buses`, async () => {
      const network = content();
      await networkContentSchema.validate(network, { strict: true });
      const buses = new Map(network.buses.map((bus) => [bus.id, bus]));
      for (const { bus } of [...network.generators, ...network.loads]) assert.ok(buses.has(bus));
      assert.equal(network.buses.filter(({ type }) => type === 'slack').length, 1);
      for (const line of network.lines) {
        assert.ok(buses.has(line.from_bus) && buses.has(line.to_bus) && line.from_bus !== line.to_bus);
        const kv = buses.get(line.from_bus)?.v_nom_kv ?? 0;
        assert.ok(Math.abs((line.x_ohm * network.base_mva) / kv ** 2 - line.x_pu) < 1e-6 * line.x_pu);
      }
    });
  }

  it('state the fuel of every unit', () => {
    for (const { content } of SEED_NETWORKS) assert.ok(content().generators.every(({ fuel }) => fuel));
  });
});

describe('the year of the IEEE RTS', () => {
  it('has 52 weeks of hours, the annual peak day on Tuesday of week 51', () => {
    const year = rts24Year(PEAK_DAY);
    assert.equal(year.length, DAYS * 24);
    const tuesday = (50 * 7 + 1) * 24;
    assert.deepEqual(year.slice(tuesday, tuesday + 24), PEAK_DAY);
    assert.equal(Math.max(...year), 1230);
  });

  it('multiplies the shares of week and day', () => {
    const year = rts24Year(PEAK_DAY);
    assert.equal(year[0], 801.66);
    assert.equal(year[37 * 168 + 6 * 24], 521.25);
    assert.equal(year.at(-1), Number((1230 * 0.952 * 0.75).toFixed(3)));
  });

  it('has no fifth day that the 12 units cannot serve by arithmetic', () => {
    const loads = rts24YearLoads();
    for (let day = 0; day < DAYS; day += 5) {
      const hours = loads.map(({ bus, values }) => ({ bus, values: values.slice(24 * day, 24 * day + 24) }));
      assert.deepEqual(explainInfeasibility({ ...rts24Uc(), loads: hours }, 'uc'), [], `day ${day}`);
    }
  });
});
