/** Visible text -> the form in which rules look at it: lower case, Latin letters, no accents, single spaces. */
import { toLatin } from './homoglyphs.ts';

const MARKS = /\p{M}/gu;
const TYPOGRAPHIC = /[‘’‚‛“”„‟«»‹›`´]/g;
const SPACES = /[^\S\n]+/g;
const LINES = /\s*\n\s*/g;

/** Line breaks stay, since markup of chats lives at the start of lines. */
export const fold = (text: string): string =>
  toLatin(text.toLowerCase().normalize('NFD').replace(MARKS, ''))
    .replace(TYPOGRAPHIC, "'")
    .replace(SPACES, ' ')
    .replace(LINES, '\n')
    .trim();
