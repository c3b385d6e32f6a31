/** Times between the address, where they are of no zone but UTC, and fields that know local time only. */

/** `2026-11-23T04:05` in the zone of the browser; empty for none, and for what is no time. */
export function toLocalInput(iso = ''): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return '';
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** Empty for what is no time. */
export function fromLocalInput(local: string): string {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}
