/** Conversion between instants, in ms since 1970, and dates in a time zone: an IANA name or an offset from UTC. */

const OFFSET = /^(?:Z|UTC|([+-])(\d{2}):(\d{2}))$/;
const MINUTE_MS = 60_000;

/**
 * Canonical name of a zone -> its format. Cached, because making a format takes a hundred times as long as using it;
 * there are about 600 zones.
 */
const formats = new Map<string, Intl.DateTimeFormat>();
/**
 * Any spelling of a zone -> its format. Limited in number, because zone names are case-insensitive: a name of 30
 * letters has a billion spellings.
 */
const spellings = new Map<string, Intl.DateTimeFormat>();
const MOST_SPELLINGS = 1000;

export function isZone(zone: string): boolean {
  if (OFFSET.test(zone)) return true;
  try {
    return formatOf(zone) !== undefined;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * The instant of an ISO date or date-time; a text without an offset is local time in `zone`. Undefined for a date that
 * does not exist.
 */
export function instantOf(text: string, zone: string): number | undefined {
  const [, date = '', time = 'T00:00:00', offset] =
    /^(\d{4}-\d{2}-\d{2})(T[\d:]+)?(Z|[+-]\d{2}:\d{2})?$/.exec(text) ?? [];
  const local = Date.parse(`${date}${time}Z`);
  if (Number.isNaN(local) || new Date(local).toISOString().slice(0, 10) !== date) return undefined;
  if (offset !== undefined) return local - offsetAt(local, offset);
  // Uses the offset at the instant itself, because near a clock change the offset at the first estimate differs.
  return local - offsetAt(local - offsetAt(local, zone), zone);
}

/** Local date and time with offset, such as `2020-07-05T00:00:00-07:00`. */
export function stampOf(instant: number, zone: string): string {
  const offset = offsetAt(instant, zone);
  const minutes = Math.round(Math.abs(offset) / MINUTE_MS);
  const two = (value: number): string => String(value).padStart(2, '0');
  const local = new Date(instant + offset).toISOString().slice(0, 19);
  return `${local}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/**
 * Month of an instant in local time, counted from January of year 0. Each month of each year has its own number; the
 * remainder by 12 is the month of the year.
 */
export function monthAt(instant: number, zone: string): number {
  const local = new Date(instant + offsetAt(instant, zone));
  return local.getUTCFullYear() * 12 + local.getUTCMonth();
}

/** Local time minus UTC, ms. */
export function offsetAt(instant: number, zone: string): number {
  const fixed = OFFSET.exec(zone);
  if (fixed) {
    const [, sign, hours = '0', minutes = '0'] = fixed;
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  }
  const part = new Map(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes): number => part.get(type) ?? 0;
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return local - Math.floor(instant / 1000) * 1000;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const canonical = spellings.get(zone);
  if (canonical) return canonical;
  const numeric = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  } as const;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    hour: 'numeric',
    ...numeric,
  });
  const { timeZone } = format.resolvedOptions();
  const one = formats.get(timeZone) ?? format;
  formats.set(timeZone, one);
  if (spellings.size >= MOST_SPELLINGS) spellings.clear();
  spellings.set(zone, one);
  return one;
}
