/** Arguments that several tools have in common, and the names and hours in them as the solve knows them. */
import { number, string } from 'yup';
import { nearIds } from '../../http/near-ids.ts';
import { ToolRefusal } from './tool.ts';

/** Longest id that a tool looks up; that of a scenario, which is the longest there is. */
const MAX_ID_LENGTH = 200;

const id = (description: string) => string().min(1).max(MAX_ID_LENGTH).optional().meta({ description });

export const solveFields = () => ({
  scenario_id: id('Scenario whose last completed solve is meant; default that of the conversation'),
  job_id: id('Job that is meant, instead of a scenario'),
});

export const hourField = () =>
  number().integer().min(0).max(8759).optional().meta({ description: 'Only this hour, 0-based' });

export const generatorField = () => id('Only this generator, by its name');

export const busField = () => id('Only this bus, as "bus_3" or "3"');

export const networkField = () => id('Network that is meant, instead of a scenario');

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

/** A wrong name is refused with those that are near. */
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
