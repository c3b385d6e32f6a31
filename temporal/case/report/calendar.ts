/** The hours of a run as times of a place: hour h begins h hours after the first, whatever clocks are changed meanwhile. */

export interface Calendar {
  /** Milliseconds since 1970 at which an hour begins. */
  instant(hour: number): number;
  /** Local time with its offset: `2020-07-05T13:00:00-07:00`. */
  stamp(hour: number): string;
  /** Local date: `2020-07-05`. */
  date(hour: number): string;
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?)?(Z|[+-]\d{2}:?\d{2})?$/i;
const OFFSET = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$/i;

/**
 * `start`: first hour of the run, ISO 8601; without an offset in `zone`, an IANA name or an offset to UTC, default UTC.
 * Undefined without a start, or when either cannot be read.
 */
export function calendarFrom(start: string | undefined, zone: string | undefined): Calendar | undefined {
  const parts = ISO.exec(start ?? '');
  if (!parts) return undefined;
  const [, day, time = '00:00', seconds = '00', offset] = parts;
  const local = Date.parse(`${day}T${time}:${seconds}Z`);
  const minutes = offsetOf(zone ?? offset ?? 'UTC');
  if (Number.isNaN(local) || !minutes) return undefined;
  const fixed = offset === undefined ? undefined : offsetOf(offset);
  const instantOf = (at: number): number => at - (fixed ?? minutes)(at) * MINUTE_MS;
  // The offset of a place is that of the instant, which is known but for the offset: twice is enough.
  const first = fixed ? instantOf(local) : local - minutes(instantOf(local)) * MINUTE_MS;
  const instant = (hour: number): number => first + hour * HOUR_MS;
  const stamp = (hour: number): string => {
    const at = instant(hour);
    const ahead = minutes(at);
    return `${new Date(at + ahead * MINUTE_MS).toISOString().slice(0, 19)}${written(ahead)}`;
  };
  return { instant, stamp, date: (hour) => stamp(hour).slice(0, 10) };
}

/** Minutes ahead of UTC at an instant. */
type Offset = (at: number) => number;

function offsetOf(zone: string): Offset | undefined {
  if (/^(?:Z|UTC|GMT)$/i.test(zone)) return () => 0;
  const [, sign, hours, minutes = '0'] = OFFSET.exec(zone) ?? [];
  if (hours !== undefined) {
    const ahead = (sign === '-' ? -1 : 1) * (60 * Number(hours) + Number(minutes)) + 0;
    return () => ahead;
  }
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    return (at) => {
      const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
      return offsetOf(name ?? 'UTC')?.(at) ?? 0;
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function written(minutes: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const ahead = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
}
