/** The first sentences of a statement, as many as the result of a tool may have. */
const MAX_SENTENCES = 5;

/** A full stop, a space and a capital: figures and ids have no space behind their stop. */
export const firstSentences = (statement: string): string =>
  statement
    .split(/(?<=\.) (?=[A-Z0-9])/)
    .slice(0, MAX_SENTENCES)
    .join(' ');
