/** The network of a run as its drawing needs it, and what is said of its lines (pure). */
import type { Reply } from '../../client/client.ts';
import type { Network, Shown } from '../network/scene.ts';

export type LineRow = Reply<'getModelBuilderExecutionsByExecutionIdReport'>['lines'][number];

interface OfBus {
  readonly bus: number;
}
interface Ends {
  readonly id: string;
  readonly from_bus: number;
  readonly to_bus: number;
}

/** Of a case, what a drawing shows. */
export interface DrawnCase {
  readonly generators?: readonly OfBus[] | undefined;
  readonly renewables?: readonly OfBus[] | null | undefined;
  readonly storage?: readonly OfBus[] | null | undefined;
  readonly transmission_lines?: readonly Ends[] | null | undefined;
  readonly dc_lines?: readonly Ends[] | null | undefined;
}

/** Buses are the ends of lines: without one, a bus has no part in congestion. */
export function drawnNetwork(given: DrawnCase): Network {
  const lines = [...(given.transmission_lines ?? []), ...(given.dc_lines ?? [])];
  const units = [...(given.generators ?? []), ...(given.renewables ?? []), ...(given.storage ?? [])];
  const withUnits = new Set(units.map(({ bus }) => bus));
  const buses = [...new Set(lines.flatMap(({ from_bus, to_bus }) => [from_bus, to_bus]))];
  return {
    buses: buses.sort((a, b) => a - b).map((id) => ({ id: String(id), hasUnits: withUnits.has(id) })),
    lines: lines.map(({ id, from_bus, to_bus }) => ({ id, from: String(from_bus), to: String(to_bus) })),
  };
}

/** More texts would hide the drawing. */
const MOST_TEXTS = 12;

/** `rows`: largest rent first. Each has the colour of its hours, the first ones also say their rent. */
export const lineValues = (
  rows: readonly LineRow[],
  money: (usd: number) => string,
): NonNullable<Shown['lineValues']> =>
  new Map(
    rows.map(({ line, binding_hours, congestion_rent_usd }, at) => [
      line,
      { value: binding_hours, text: at < MOST_TEXTS ? money(congestion_rent_usd) : '' },
    ]),
  );
