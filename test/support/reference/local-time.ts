/** Local time of the hours of a network's series, by Node's calendar alone. */
import type { NetworkContent } from '../../../temporal/case/network-schema.ts';

const HOUR_MS = 3_600_000;

/** Cache of formats, since creating a format takes longer than all other steps. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The date and time in a text, read as UTC, ms. */
export const wallTime = (text: string): number =>
  Date.parse(`${text.slice(0, 19).padEnd(19, 'T00:00:00').slice(0, 19)}Z`);

const inMs = (offset: string): number =>
  (offset.startsWith('-') ? -1 : 1) * Number(offset.slice(1, 3)) * HOUR_MS;

function offsetOf(zone: string, instant: number): number {
  if (/^[+-]/.test(zone)) return inMs(zone);
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, format);
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return name === 'GMT' ? 0 : inMs(name.slice(3));
}

function originOf({ time_zone: zone = 'UTC', series_start: start = '' }: NetworkContent): number {
  const utcOffset = /[+-]\d\d:\d\d$/.exec(start)?.[0];
  const wall = wallTime(start);
  if (utcOffset) return wall - inMs(utcOffset);
  const hours = Array.from({ length: 25 }, (_, h) => wall + (h - 12) * HOUR_MS);
  return hours.find((instant) => instant + offsetOf(zone, instant) === wall) ?? Number.NaN;
}

/** Local time of an hour of the series, read as UTC, ms. */
export function localTimes(network: NetworkContent): (hour: number) => number {
  const origin = originOf(network);
  const zone = network.time_zone ?? 'UTC';
  const localByInstant = new Map<number, number>();
  return (hour) => {
    const instant = origin + hour * HOUR_MS;
    const local = localByInstant.get(hour) ?? instant + offsetOf(zone, instant);
    localByInstant.set(hour, local);
    return local;
  };
}
