/**
 * A day and the next one of a system like RTS-GMLC (Barrows et al., The IEEE Reliability Test System: a proposed 2019
 * update, IEEE Trans. Power Syst. 35, 2020): about 73 thermal units in groups of similar size and cost, wind of up to
 * two thirds of the load, sun, rain, and a reserve of 3 % of the load. Sizes, times and ramps are those of the units of
 * RTS-GMLC; costs, numbers, series and initial states are random.
 */
import { readFileSync } from 'node:fs';
import type { Generator, Renewable, SolvePayload } from '../../../temporal/case/schema.ts';
import { type Random, random } from './random.ts';

const HOURS = 48;
type Range = readonly [low: number, high: number];

interface Kind {
  readonly name: string;
  /** Number of plants; the largest number of units per plant follows. The units of a plant are equal. */
  readonly plants: Range;
  readonly perPlant: number;
  readonly pMin: number;
  readonly pMax: number;
  readonly rampMw: number;
  readonly minUpH: number;
  readonly minDownH: number;
  /** Cost at Pmin and cost of the first segment, $/MWh; each further segment costs up to `steeper` more. */
  readonly atMinimum: Range;
  readonly first: Range;
  readonly steeper: number;
  readonly starts: readonly (readonly [lagH: number, costUsd: number])[];
  /** Probability that the unit is on before the first hour. */
  readonly on: number;
}

const FILE = new URL('../../../../test/cases/rts-like-units.json', import.meta.url);
const KINDS: readonly Kind[] = JSON.parse(readFileSync(FILE, 'utf8'));

/** A day of a system like RTS-GMLC; equal seeds give equal days. */
export function rtsLikeDay(seed: number): SolvePayload {
  const draw = random(seed);
  const load = loadOf(draw);
  return {
    horizon: HOURS,
    generators: KINDS.flatMap((kind) => unitsOf(kind, draw)),
    loads: [{ bus: 1, values: load }],
    renewables: renewablesOf(draw),
    reserves: [{ name: 'spinning', mw: load.map((mw) => 0.03 * mw) }],
  };
}

function unitsOf(kind: Kind, draw: Random): Generator[] {
  const plants = draw.integer(...kind.plants);
  return Array.from({ length: plants }, (_, plant) => {
    const costs = costsOf(kind, draw);
    return Array.from(
      { length: draw.integer(Math.ceil(kind.perPlant / 2), kind.perPlant) },
      (_unit, i): Generator => {
        const { pMin, pMax, rampMw, minUpH, minDownH } = kind;
        const isOn = draw.next() < kind.on;
        const since = draw.next() < 0.7 ? 168 : draw.integer(1, 40);
        return {
          name: `${kind.name}-${plant}-${i}`,
          bus: 1,
          p_min: pMin,
          p_max: pMax,
          ...costs,
          ramp_up: rampMw,
          ramp_down: rampMw,
          min_uptime: minUpH,
          min_downtime: minDownH,
          startup_ramp: pMin,
          shutdown_ramp: pMin,
          initial_status: isOn ? since : -since,
          initial_power_mw: isOn ? pMin : 0,
          must_run: kind.name === 'nuclear',
        };
      },
    );
  }).flat();
}

function costsOf({ pMin, pMax, atMinimum, first, steeper, starts }: Kind, draw: Random) {
  const width = (pMax - pMin) / 3;
  let price = draw.between(...first);
  let cost = pMin * draw.between(...atMinimum);
  const curve = [{ mw: pMin, usd_per_h: cost }];
  for (let segment = 1; segment <= 3; segment++) {
    cost += width * price;
    curve.push({ mw: pMin + segment * width, usd_per_h: cost });
    price += steeper * draw.next();
  }
  return {
    marginal_cost: price,
    no_load_cost: 0,
    startup_cost: starts.at(-1)?.[1] ?? 0,
    cost_curve: curve,
    startup_categories: starts.map(([lag_h, cost_usd]) => ({ lag_h, cost_usd })),
  };
}

/** Load, MW. Its peak is in the afternoon in summer, and in the morning and evening in winter. */
function loadOf(draw: Random): number[] {
  const summer = draw.next() < 0.3 ? draw.between(0.4, 1) : draw.between(0, 0.2);
  const least = draw.between(3000, 3700) + 500 * summer;
  const days = [draw.between(0.9, 1.1), draw.between(0.9, 1.1)];
  const peak = (t: number, at: number, wide: number): number =>
    Math.exp(-(((t % 24) - at) ** 2) / (2 * wide ** 2));
  return hours((t) => {
    const winter =
      650 * peak(t, 8, 2.5) + 500 * peak(t, 13, 4) + 1150 * peak(t, 18.5, 2.2) + 300 * peak(t, 22, 2);
    const more = (1 - summer) * winter + summer * 2400 * peak(t, 14.5, 4.5);
    return least + (days[t < 24 ? 0 : 1] ?? 1) * more + draw.between(-30, 30);
  });
}

function renewablesOf(draw: Random): Renewable[] {
  const hydro = draw.between(250, 650);
  const sky = draw.between(0.5, 1);
  const sun = (t: number): number => Math.max(0, Math.sin((((t % 24) - 6) / 11) * Math.PI)) * sky;
  const fixed = (name: string, p_max: number[]): Renewable => ({ name, bus: 1, p_min: p_max, p_max });
  return [
    ...[850, 800, 700, 150].map((mw, i) => free(`wind-${i}`, wind(mw, draw))),
    ...Array.from({ length: 6 }, (_, i) =>
      free(
        `solar-${i}`,
        hours((t) => 210 * sun(t) * draw.between(0.85, 1)),
      ),
    ),
    fixed(
      'rooftop',
      hours((t) => 900 * sun(t) * draw.between(0.95, 1)),
    ),
    fixed(
      'hydro',
      hours(() => hydro * draw.between(0.9, 1.1)),
    ),
  ];
}

const free = (name: string, p_max: number[]): Renewable => ({ name, bus: 1, p_min: hours(() => 0), p_max });

/** Wind output, MW, in calm and stormy weather that changes slowly. */
function wind(mw: number, draw: Random): number[] {
  const mean = draw.between(0.05, 0.6);
  let share = draw.between(0, 2 * mean);
  return hours(() => {
    share = Math.min(1, Math.max(0, share + 0.1 * (mean - share) + draw.between(-0.12, 0.12)));
    return mw * share;
  });
}

const hours = (value: (hour: number) => number): number[] =>
  Array.from({ length: HOURS }, (_, t) => value(t));
