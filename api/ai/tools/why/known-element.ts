/** What a supposed change is about, as the payload calls it; a wrong name is refused with those that are near. */
import type { SolvePayload } from '../../../../temporal/messages/payload.ts';
import { knownName } from '../known.ts';
import type { SupposedChange } from './supposed-change.ts';

const BUS = /^(?:bus[ _-]?)?(-?\d+)$/i;

export function knownElement(payload: SolvePayload, { kind, element }: SupposedChange): string | undefined {
  if (element === undefined || kind === 'fuel_price') return element;
  if (kind === 'load') {
    const buses = payload.loads.map(({ bus }) => String(bus));
    return knownName('bus with a load', element.trim().replace(BUS, '$1'), buses);
  }
  const { generators, transmission_lines: lines = [], renewables = [], reserves = [] } = payload;
  const nameOf = ({ name }: { readonly name: string }): string => name;
  if (kind === 'line_limit')
    return knownName(
      'line',
      element,
      lines.map(({ id }) => id),
    );
  if (kind === 'unit_outage') return knownName('generator', element, generators.map(nameOf));
  return kind === 'renewable'
    ? knownName('renewable', element, renewables.map(nameOf))
    : knownName('reserve', element, reserves.map(nameOf));
}
