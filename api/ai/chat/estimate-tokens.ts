/** About how many tokens a text is. */
const CHARACTERS_PER_TOKEN = 4;

export const estimateTokens = (...texts: readonly string[]): number =>
  Math.ceil(texts.reduce((sum, { length }) => sum + length, 0) / CHARACTERS_PER_TOKEN);
