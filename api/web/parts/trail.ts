/** What the head line says of the view that is shown: its title, and which of its tabs. */
import { createStore } from './store.ts';

export const shownTitle = createStore('');
export const shownTab = createStore('');
