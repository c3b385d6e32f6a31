/** Figures as data and statements carry them alike: $ to the cent, the rest to a thousandth. */
const CENTS = 100;
const THOUSANDTHS = 1000;

/** No -0: it would be another number to a reader. */
const to = (steps: number, value: number): number => Math.round(value * steps) / steps + 0;

export const roundUsd = (value: number): number => to(CENTS, value);
export const round = (value: number): number => to(THOUSANDTHS, value);
export const sayUsd = (value: number): string => `${value < 0 ? '-' : ''}$${Math.abs(value).toFixed(2)}`;
