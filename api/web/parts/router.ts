/**
 * Router over the part of the address behind `#`, as path and query, so that every view can be shared and reloaded
 * while the server serves one page.
 */
import { isGuest } from './guest.ts';
import { createStore, useStore } from './store.ts';

export interface Place {
  /** `#/jobs/7?view=prices` -> `/jobs/7` */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

function read(hash = location.hash): Place {
  const [path = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
  return { path: path || '/', query: Object.fromEntries(new URLSearchParams(query)) };
}

const place = createStore<Place>(read());
addEventListener('hashchange', () => place.set(read()));

/** Least interval of address changes, ms, because browsers limit their rate. */
const WRITE_MS = 150;
/** Number of changes allowed without a pause. */
const BURST = 40;
let remainingWrites = BURST;
let counted = Date.now();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Replaces the address, delayed after many changes, unless it has changed since. */
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

/** Query parameters; undefined and empty ones are left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/** Path of the shared view as its owner has it. */
let shared = '';

/** Makes links to `path` stay on the guest page. */
export const standFor = (path: string): void => {
  shared = path;
};

/** Address of a view: `href('/jobs', { status: 'running' })`. Empty for views that guests may not see (`guest.ts`). */
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

/** Changes the query of the current view; `replace` adds no history entry. */
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

/** `match('/jobs/:id', '/jobs/7')` -> `{ id: '7' }` */
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
