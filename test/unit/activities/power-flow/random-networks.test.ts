/** Random networks with transformers, phase shifts and shunts: the voltages balance every bus, computed branch by branch. */
import assert from 'node:assert/strict';
import { acCheck } from '../../../../activities/power-flow/ac-check.ts';
import { acDataSchema } from '../../../../temporal/case/messages/ac-check.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';
import { random } from '../../../support/cases/random.ts';

const CASES = 60;
const BUSES = [1, 2, 3, 4, 5, 6, 7];

type Complex = readonly [re: number, im: number];
const plus = ([a, b]: Complex, [c, d]: Complex): Complex => [a + c, b + d];
const minus = ([a, b]: Complex, [c, d]: Complex): Complex => [a - c, b - d];
const times = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c];
const conjugate = ([a, b]: Complex): Complex => [a, -b];
const over = (x: Complex, [c, d]: Complex): Complex => {
  const [re, im] = times(x, [c, -d]);
  return [re / (c * c + d * d), im / (c * c + d * d)];
};
const polar = (size: number, degrees: number): Complex => [
  size * Math.cos((degrees * Math.PI) / 180),
  size * Math.sin((degrees * Math.PI) / 180),
];

function randomCase(seed: number) {
  const { between, integer, next } = random(seed);
  const ends = BUSES.slice(1).map((bus) => [integer(1, bus - 1), bus] as const);
  ends.push([1, 7], [2, 6], [3, 5]);
  const branches = ends.map(([from, to], i) => ({
    id: `L${i}`,
    ...{ from, to },
    r_pu: between(0, 0.02),
    x_pu: between(0.05, 0.2),
    b_pu: between(0, 0.1),
    tap_ratio: next() < 0.3 ? between(0.95, 1.05) : 1,
    phase_shift_deg: next() < 0.3 ? between(-20, 20) : 0,
  }));
  const buses = BUSES.map((bus) => ({
    bus,
    mw: between(0, 40),
    mvar: between(-5, 15),
    shunt_mw: between(0, 2),
    shunt_mvar: between(-10, 10),
  }));
  return { branches, buses, units: { 1: 0, 3: between(20, 60), 6: between(20, 60) } };
}

type RandomCase = ReturnType<typeof randomCase>;

function checkOf({ branches, buses, units }: RandomCase) {
  const dispatch = Object.entries(units);
  return acCheck(
    {
      horizon: 1,
      generators: dispatch.map(([bus]) => aUnit(`g${bus}`, { bus: Number(bus) })),
      loads: buses.map(({ bus, mw }) => ({ bus, values: [mw] })),
      transmission_lines: branches.map(({ id, from, to }) => ({ id, from_bus: from, to_bus: to, x_pu: 1 })),
    },
    { dispatch_mw: Object.fromEntries(dispatch.map(([bus, mw]) => [`g${bus}`, [mw]])) },
    acDataSchema.cast({
      slack_buses: [1],
      buses: buses.map(({ mw: _, mvar, ...bus }) => ({ ...bus, q_load_mvar: [mvar] })),
      branches: branches.map(({ from: _, to: __, ...branch }) => branch),
      generators: [
        { name: 'g3', v_set_pu: 1.02 },
        { name: 'g6', q_min_mvar: -5, q_max_mvar: 5 },
      ],
      with_voltages: true,
    }),
  );
}

/** Power into the network at each bus at these voltages, MVA: the currents of its branches and shunt, one by one. */
function powerOf({ branches, buses }: RandomCase, voltageOf: (bus: number) => Complex): Map<number, Complex> {
  const current = new Map(
    buses.map(({ bus, shunt_mw, shunt_mvar }) => [
      bus,
      times(voltageOf(bus), [shunt_mw / 100, shunt_mvar / 100]),
    ]),
  );
  const draw = (bus: number, amount: Complex) => current.set(bus, plus(current.get(bus) ?? [0, 0], amount));
  for (const { from, to, r_pu, x_pu, b_pu, tap_ratio, phase_shift_deg } of branches) {
    const ratio = polar(tap_ratio, phase_shift_deg);
    const inner = over(voltageOf(from), ratio);
    const through = over(minus(inner, voltageOf(to)), [r_pu, x_pu]);
    draw(from, over(plus(through, times(inner, [0, b_pu / 2])), conjugate(ratio)));
    draw(to, minus(times(voltageOf(to), [0, b_pu / 2]), through));
  }
  return new Map(
    [...current].map(([bus, amps]) => [bus, times([100, 0], times(voltageOf(bus), conjugate(amps)))]),
  );
}

/** Largest power that may be missing at a bus, MVA. */
const NOTHING = 1e-5;

const firstOf =
  (series: Readonly<Record<string, readonly number[]>>) =>
  (bus: number): number =>
    series[`bus_${bus}`]?.[0] ?? Number.NaN;

/** Checks the unit with limits of 5 MVAr. `short`: its set point less its voltage, pu. */
function checkUnit(supplied: number, short: number, isLimited: boolean): void {
  if (!isLimited) {
    assert.ok(Math.abs(short) < 1e-9 && Math.abs(supplied) < 5 + 1e-3);
    return;
  }
  assert.ok(Math.abs(Math.abs(supplied) - 5) < 1e-4);
  // A bus at its upper limit is below its set point; one at its lower limit is above it.
  assert.ok(supplied * short >= -1e-3);
}

describe('an AC check of random networks', () => {
  for (let seed = 1; seed <= CASES; seed++) {
    it(`balances every bus of case ${seed}`, () => {
      const random = randomCase(seed);
      const { v_pu = {}, angle_deg = {}, intervals } = checkOf(random);
      const [interval] = intervals;
      assert.ok(interval?.converged);
      const v = firstOf(v_pu);
      const angle = firstOf(angle_deg);
      const voltage = (bus: number) => polar(v(bus), angle(bus));
      const power = powerOf(random, voltage);
      const units = new Map(Object.entries(random.units).map(([bus, mw]) => [Number(bus), mw]));
      for (const { bus, mw, mvar } of random.buses.slice(1)) {
        const [p, q] = power.get(bus) ?? [Number.NaN, Number.NaN];
        assert.ok(Math.abs(p - (units.get(bus) ?? 0) + mw) < NOTHING, `active power of bus ${bus}`);
        if (!units.has(bus)) assert.ok(Math.abs(q + mvar) < NOTHING, `reactive power of bus ${bus}`);
      }
      const isLimited = interval.buses_at_reactive_limit.some(({ bus }) => bus === 6);
      checkUnit((power.get(6)?.[1] ?? Number.NaN) + (random.buses[5]?.mvar ?? 0), 1 - v(6), isLimited);
      const lost = [...power.values()].reduce((sum, [p]) => sum + p, 0);
      assert.ok(Math.abs(lost - (interval.losses_mw ?? 0)) < 1e-6);
    });
  }
});
