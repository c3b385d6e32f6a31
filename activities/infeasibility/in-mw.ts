/** A power as messages show it. */
export const inMw = (mw: number): string => `${Number(mw.toFixed(3))} MW`;
