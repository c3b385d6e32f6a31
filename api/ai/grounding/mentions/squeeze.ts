/** A name as it is compared: `Bus 3`, `bus_3` and `BUS-3` are one. */
export const squeeze = (name: string): string => name.toLowerCase().replace(/[\s_\-.#:]/g, '');
