/** Text in which every digit is one of 0-9: a figure in another script is still a figure. */
export const plainDigits = (text: string): string =>
  text.replace(/[\p{Nd}\p{No}\p{Nl}]/gu, (character) =>
    /[0-9]/.test(character) ? character : toDigit(character),
  );

function toDigit(character: string): string {
  const compatible = character.normalize('NFKC').replaceAll('\u2044', '/');
  if (compatible !== character) return compatible;
  const code = character.codePointAt(0) ?? 0;
  // The digits of a script are ten in a row; 0 is the one before which there is none.
  for (let value = 0; value < 10; value++) {
    if (!/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) return String(value);
  }
  return character;
}
