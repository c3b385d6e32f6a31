/**
 * Names and hours of a call as the solve knows them; a wrong one is refused with those that are near.
 *
 * @module
 */
import { nearIds } from './near-ids.ts';
import { ToolRefusal } from './tool.ts';

const BUS = /^(?:bus[ _-]?)?(\d+)$/i;

/** `3`, `Bus 3` and `bus_3` are the same bus. */
export const knownBus = (name: string | undefined, buses: readonly string[]): string | undefined =>
  name === undefined ? undefined : knownName('bus', name.trim().replace(BUS, 'bus_$1'), buses);

export const knownGenerator = (
  name: string | undefined,
  generators: readonly { readonly name: string }[],
): string | undefined =>
  name === undefined
    ? undefined
    : knownName(
        'generator',
        name,
        generators.map((unit) => unit.name),
      );

export function knownName(what: string, name: string, known: readonly string[]): string {
  if (known.includes(name)) return name;
  const same = known.filter((id) => id.toLowerCase() === name.toLowerCase());
  const [only] = same;
  if (only !== undefined && same.length === 1) return only;
  const near = nearIds(name, known);
  const hint = near.length > 0 ? `; the nearest are: ${near.join(', ')}` : '; there are none';
  throw new ToolRefusal(`There is no ${what} "${name}"${hint}`);
}

export function knownHour(hour: number | undefined, horizon: number): number | undefined {
  if (hour === undefined || hour < horizon) return hour;
  throw new ToolRefusal(`There is no hour ${hour}: the hours are 0 to ${horizon - 1}`);
}
