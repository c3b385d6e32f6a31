/** How far the clock of a zone, an IANA name or an offset from UTC, is from UTC at an instant. */

const OFFSET = /^(?:Z|UTC|([+-])(\d{2}):(\d{2}))$/;
const MINUTE_MS = 60_000;

/** The key is the canonical name of the zone, of which there are some 600. Making one takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();
/** Any spelling -> format: zones are compared without case, so a name of 30 letters has a billion spellings. */
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

/** Local time less UTC, ms. */
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
