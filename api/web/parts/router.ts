/**
 * Where the page is: the part of the address behind `#`, as a path and a query. So every view can be shared and
 * reloaded, and the server has one page to serve.
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

/** Browsers refuse to rewrite the address more often than about ten times a second for long. */
const WRITE_MS = 150;
/** Number of changes that may follow each other without a pause. */
const BURST = 40;
let left = BURST;
let counted = Date.now();
let timer: ReturnType<typeof setTimeout> | undefined;

/** At once, or a little later after very many; not when it has become another one meanwhile. */
function write(address: string, from = location.hash): void {
  clearTimeout(timer);
  const now = Date.now();
  left = Math.min(BURST, left + (now - counted) / WRITE_MS);
  counted = now;
  if (left < 1) timer = setTimeout(write, WRITE_MS, address, from);
  else if (location.hash === from) {
    left -= 1;
    history.replaceState(null, '', address);
  }
}

export const usePlace = (): Place => useStore(place);

/** What is undefined or empty is left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/** The view of a guest, by the path that it has for its owner. */
let shared = '';

/** Links to `path` lead to where the page of a link is. */
export const standFor = (path: string): void => {
  shared = path;
};

/** The address of a view, for links: `href('/jobs', { status: 'running' })`. Empty where a guest may not go, see `guest.ts`. */
export function href(path: string, query: Query = {}): string {
  if (!isGuest) return addressOf(path, query);
  const here = place.get().path;
  return path === shared || path === here ? addressOf(here, query) : '';
}

function addressOf(path: string, query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  const text = new URLSearchParams(given).toString();
  return `#${path}${text ? `?${text}` : ''}`;
}

export function go(path: string, query: Query = {}): void {
  const address = href(path, query);
  if (address) location.hash = address;
}

/** Changes the query of the view that is shown; `replace` leaves no entry in the history. */
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
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const text = given[at] ?? '';
    if (part.startsWith(':') && text) params[part.slice(1)] = decodeURIComponent(text);
    else if (part !== text) return undefined;
  }
  return params;
}
