/**
 * Router for the part of the address after `#`, which has a path and a query. Every view thus has an address that can
 * be shared and reloaded, although the server serves a single page.
 */
import { isGuest } from './guest.ts';
import { createStore, useStore } from './store.ts';

export interface Place {
  /** Path of the address: `/jobs/7` in `#/jobs/7?view=prices`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

function read(hash = location.hash): Place {
  const [path = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
  return { path: path || '/', query: Object.fromEntries(new URLSearchParams(query)) };
}

const place = createStore<Place>(read());
addEventListener('hashchange', () => place.set(read()));

/** Shortest interval between changes of the address, ms; browsers limit the rate of changes. */
const WRITE_MS = 150;
/** Number of changes that are allowed without a pause. */
const BURST = 40;
let remainingWrites = BURST;
let counted = Date.now();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Replaces the address, unless it has changed in the meantime. After many changes in a short time, the replacement is
 * delayed.
 */
function write(address: string, from = location.hash): void {
  clearTimeout(timer);
  const now = Date.now();
  remainingWrites = Math.min(BURST, remainingWrites + (now - counted) / WRITE_MS);
  counted = now;
  if (remainingWrites < 1) timer = setTimeout(write, WRITE_MS, address, from);
  else if (location.hash === from) {
    remainingWrites -= 1;
    history.replaceState(null, '', address);
  }
}

export const usePlace = (): Place => useStore(place);

/** Query parameters; undefined and empty parameters are omitted. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/** Path that its owner uses for the shared view. */
let shared = '';

/** Makes links to `path` lead to the guest page. */
export const standFor = (path: string): void => {
  shared = path;
};

/** Address of a view: `href('/jobs', { status: 'running' })`. Empty for views that a guest may not see (`guest.ts`). */
export function href(path: string, query: Query = {}): string {
  if (!isGuest) return addressOf(path, query);
  const here = place.get().path;
  return path === shared || path === here ? addressOf(here, query) : '';
}

function addressOf(path: string, query: Query): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  const text = new URLSearchParams(parameters).toString();
  return `#${path}${text ? `?${text}` : ''}`;
}

export function go(path: string, query: Query = {}): void {
  const address = href(path, query);
  if (address) location.hash = address;
}

/** Changes the query of the current view. `replace`: true to add no entry to the history. */
export function setQuery(change: Query, { replace = false } = {}): void {
  const { path, query } = place.get();
  const address = addressOf(path, { ...query, ...change });
  if (!replace) {
    location.hash = address;
    return;
  }
  write(address);
  place.set(read(address));
}

/** Parameters of a path that matches a pattern: `match('/jobs/:id', '/jobs/7')` -> `{ id: '7' }`. */
export function match(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const [patternParts, pathParts] = [pattern.split('/'), path.split('/')];
  if (patternParts.length !== pathParts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of patternParts.entries()) {
    const text = pathParts[at] ?? '';
    if (part.startsWith(':') && text) params[part.slice(1)] = decodeURIComponent(text);
    else if (part !== text) return undefined;
  }
  return params;
}
