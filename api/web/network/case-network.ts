/** Converts a case to a network that can be drawn; every view uses the same conversion (pure). */

import { type Capacity, capacityOf } from '../../../temporal/case/arithmetic/output-limits.ts';
import { largestOf, valueAt } from '../../../temporal/case/arithmetic/series.ts';
import { isGuessed, type Kind, kindOfRenewable, kindOfUnit } from '../../client/fuels.ts';
import type { BusPlace, DrawnUnit, Network } from './scene.ts';

interface GivenUnit {
  readonly name: string;
  readonly bus: number;
  readonly fuel?: string | undefined;
}

interface GivenLine {
  readonly id: string;
  readonly from_bus: number;
  readonly to_bus: number;
  readonly in_service?: boolean | undefined;
}

/** A line with its normal rating, MW; null and 0 mean unlimited. */
export interface Rated {
  readonly rating_mw?: number | null | undefined | readonly (number | null)[];
}

/** Rating of a line in an hour, MW; undefined if unlimited. */
export const ratingAt = ({ rating_mw }: Rated, hour: number): number | undefined =>
  valueAt(rating_mw, hour) || undefined;

interface DcLimits {
  readonly p_min_mw: number | readonly number[];
  readonly p_max_mw: number | readonly number[];
}

/** The larger of the limits of both directions, MW; a list by hour if a limit is hourly. */
export function largestPower({ p_min_mw, p_max_mw }: DcLimits): number | number[] {
  const [least, most] = [[p_min_mw].flat(), [p_max_mw].flat()];
  const size = (t: number): number =>
    Math.max(Math.abs(valueAt(p_min_mw, t) ?? 0), Math.abs(valueAt(p_max_mw, t) ?? 0));
  const hours = Math.max(least.length, most.length);
  return hours === 1 ? size(0) : Array.from({ length: hours }, (_, t) => size(t));
}

/** Parts of a case or stored network that are drawn, without loads, which are passed separately. */
export interface DrawnCase {
  readonly generators?: readonly (GivenUnit & Capacity)[] | undefined;
  readonly renewables?: readonly (GivenUnit & { readonly p_max: readonly number[] })[] | undefined;
  readonly storage?:
    | readonly (GivenUnit & { readonly discharge_mw: number | readonly number[] })[]
    | undefined;
  readonly transmission_lines?: readonly (GivenLine & Rated)[] | undefined;
  readonly dc_lines?: readonly (GivenLine & DcLimits)[] | undefined;
}

type UnitAt = DrawnUnit & { readonly bus: number };

/** Bus number -> place of the bus. */
export type BusPlaces = ReadonlyMap<string, BusPlace>;

/** Network of a case: all buses of lines, units and loads, sorted by number; lines in service, DC lines last. */
export function caseNetwork(
  given: DrawnCase,
  busesOfLoads: readonly string[] = [],
  places: BusPlaces = new Map(),
): Network {
  const units = unitsOf(given);
  const { transmission_lines = [], dc_lines = [] } = given;
  const lines: readonly (GivenLine & Rated)[] = [
    ...transmission_lines,
    ...dc_lines.map((line) => ({ ...line, rating_mw: largestPower(line) })),
  ].filter(({ in_service }) => in_service !== false);
  const buses = new Set([...units.map(({ bus }) => bus), ...busesOfLoads.map(Number)]);
  const unitsAt = new Map<number, UnitAt[]>();
  for (const unit of units) unitsAt.set(unit.bus, [...(unitsAt.get(unit.bus) ?? []), unit]);
  for (const { from_bus, to_bus } of lines) buses.add(from_bus).add(to_bus);
  return {
    buses: [...buses]
      .sort((a, b) => a - b)
      .map((bus) => ({ ...places.get(String(bus)), id: String(bus), units: unitsAt.get(bus) ?? [] })),
    lines: lines.map(({ id, from_bus, to_bus, rating_mw }) => ({
      id,
      from: String(from_bus),
      to: String(to_bus),
      rating: largestOf(rating_mw) || undefined,
    })),
  };
}

const unitsOf = ({ generators = [], renewables = [], storage = [] }: DrawnCase) => {
  const unit = (one: GivenUnit, kind: Kind, mw: number): UnitAt => ({
    ...{ name: one.name, bus: one.bus, kind, mw },
    isGuessed: kind !== 'storage' && isGuessed(one, kind),
  });
  return [
    ...generators.map((one) => unit(one, kindOfUnit(one), capacityOf(one))),
    ...renewables.map((one) => unit(one, kindOfRenewable(one), Math.max(0, ...one.p_max))),
    ...storage.map((one) => unit(one, 'storage', largestOf(one.discharge_mw))),
  ];
};
