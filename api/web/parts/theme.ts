/** Light or dark theme. The theme of the system applies until the user chooses one. */
import { options } from 'preact';
import { createStore } from './store.ts';

export type Theme = 'light' | 'dark';

const KEY = 'theme';
const system = matchMedia('(prefers-color-scheme: dark)');

function storedTheme(): Theme | undefined {
  const value = localStorage.getItem(KEY);
  return value === 'light' || value === 'dark' ? value : undefined;
}

let isPaper = false;

const current = (): Theme => (isPaper ? 'light' : (storedTheme() ?? (system.matches ? 'dark' : 'light')));

/** The current theme, for charts on a canvas, which style sheets cannot change. */
export const theme = createStore<Theme>(current());

export function applyTheme(): void {
  document.documentElement.dataset['theme'] = current();
  theme.set(current());
}

export function chooseTheme(value: Theme): void {
  localStorage.setItem(KEY, value);
  applyTheme();
}

/**
 * Least and largest share of the accent colour in a background, %. Within these limits, shades can be distinguished and
 * texts read.
 */
const [LIGHTEST, DARKEST] = [4, 48];

/** Background of a cell. `share`: 0 for the smallest value, 1 for the largest. */
export const shade = (share: number): string =>
  `color-mix(in srgb, var(--accent) ${(LIGHTEST + share * (DARKEST - LIGHTEST)).toFixed(1)}%, var(--surface))`;

system.addEventListener('change', applyTheme);

/**
 * Switches to the light theme for printing. Effects are run at once instead of in the next frame, because the browser
 * prints right after the event.
 */
function print(isOn: boolean): void {
  isPaper = isOn;
  if (isOn) options.requestAnimationFrame = queueMicrotask;
  else delete options.requestAnimationFrame;
  applyTheme();
}
addEventListener('beforeprint', () => print(true));
addEventListener('afterprint', () => print(false));
