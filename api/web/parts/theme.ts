/** Light or dark: as the system says until somebody chooses. */
import { options } from 'preact';
import { createStore } from './store.ts';

export type Theme = 'light' | 'dark';

const KEY = 'theme';
const system = matchMedia('(prefers-color-scheme: dark)');

function chosen(): Theme | undefined {
  const value = localStorage.getItem(KEY);
  return value === 'light' || value === 'dark' ? value : undefined;
}

let isPaper = false;

const current = (): Theme => (isPaper ? 'light' : (chosen() ?? (system.matches ? 'dark' : 'light')));

/** Charts are drawn in it, since a canvas knows no style sheet. */
export const theme = createStore<Theme>(current());

export function applyTheme(): void {
  document.documentElement.dataset['theme'] = current();
  theme.set(current());
}

export function chooseTheme(value: Theme): void {
  localStorage.setItem(KEY, value);
  applyTheme();
}

/** Percent of the accent: dark enough to be told apart, light enough to be written on. */
const [LIGHTEST, DARKEST] = [4, 48];

/** The background of a cell; `share`: 0 for the smallest value of all, 1 for the largest. */
export const shade = (share: number): string =>
  `color-mix(in srgb, var(--accent) ${(LIGHTEST + share * (DARKEST - LIGHTEST)).toFixed(1)}%, var(--surface))`;

system.addEventListener('change', applyTheme);

/** What is printed is what there is when the event is over: effects, which draw charts, wait for no frame. */
function print(isOn: boolean): void {
  isPaper = isOn;
  if (isOn) options.requestAnimationFrame = queueMicrotask;
  else delete options.requestAnimationFrame;
  applyTheme();
}
addEventListener('beforeprint', () => print(true));
addEventListener('afterprint', () => print(false));
