/**
 * A small network with every field of a stored network (`test/cases/study-network.json`): two areas, and a week of
 * series from 1 July 2024.
 */
import { readFileSync } from 'node:fs';
import type { NetworkBody } from '../../../temporal/case/network-body.ts';

const FILE = new URL('../../../../test/cases/study-network.json', import.meta.url);
/** The network without its series. */
const NETWORK: NetworkBody = JSON.parse(readFileSync(FILE, 'utf8'));

const HOURS = 168;
const hourly = (valueAt: (hour: number) => number): number[] =>
  Array.from({ length: HOURS }, (_, t) => valueAt(t));

/** Total load by hour of the day, 160 to 240 MW. */
const load = (hour: number): number => 200 - 40 * Math.cos((hour * Math.PI) / 12);

const AVAILABLE: Readonly<Record<string, number[]>> = {
  wind: hourly((t) => 30 + 10 * Math.sin(t)),
  rooftop: hourly((t) => Math.max(0, 8 * Math.sin(((t - 6) * Math.PI) / 12))),
};

export function studyNetwork(changes: Partial<NetworkBody> = {}): NetworkBody {
  const { renewables, reserves, ...rest } = structuredClone(NETWORK);
  return {
    ...rest,
    loads: [
      { bus: 2, values: hourly((t) => 0.4 * load(t)) },
      { bus: 3, values: hourly((t) => 0.6 * load(t)) },
    ],
    renewables: renewables?.map((item) => ({ ...item, p_max: [...(AVAILABLE[item.name] ?? item.p_max)] })),
    reserves: reserves?.map((item) => (item.name === 'down' ? { ...item, mw: hourly(() => 5) } : item)),
    ...changes,
  };
}
