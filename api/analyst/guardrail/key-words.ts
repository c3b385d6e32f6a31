/** Words that attacks can hardly do without, in full, and how they are found when they are misspelt. */
export const KEY_WORDS: readonly string[] = `
  ignore ignoring disregard forget override bypass circumvent overlook discard dismiss previous former earlier everything
  instruction instructions directive directives guideline guidelines direction directions rules restriction restrictions policy policies
  system prompt prompts reveal repeat verbatim disclose initial original hidden secret secrets confidential configuration
  delete deletes erase remove destroy truncate users accounts database databases records collection configurations audit logs
  password passwords passphrase credential credentials token tokens environment variables admin administrator developer
  pretend uncensored unrestricted unfiltered jailbreak assistant roleplay enable disable without limits filter filters safety
  comply obey message messages conversation command commands immediately your above before
  sabotage substation substations transformer transformers breaker breakers blackout attack destroying malware ransomware hack
  ignoriere ignorieren vergiss vorherigen anweisung anweisungen richtlinien regeln passwort zeige losche benutzer datenbank
  ignora olvida anteriores instrucciones reglas contrasena muestra elimina usuarios
  oublie oubliez precedentes consignes regles affiche montre supprime utilisateurs motdepasse
  dimentica precedenti istruzioni regole mostra cancella utenti
  esqueca desconsidere instrucoes regras senha mostre apague
`
  .split(/\s+/)
  .filter(Boolean);

const LONGEST = Math.max(...KEY_WORDS.map(({ length }) => length));

/** First letter, inner letters in alphabetical order, last letter. */
const signature = (word: string): string =>
  `${word.charAt(0)}${[...word.slice(1, -1)].sort().join('')}${word.slice(-1)}`;

const BY_SIGNATURE: ReadonlyMap<string, string> = new Map(KEY_WORDS.map((word) => [signature(word), word]));

/**
 * The key word whose inner letters are shuffled here ("ignroe", "prevoius"), which readers and models alike take for
 * the word itself; undefined for any other word. Source: OWASP LLM Prompt Injection Prevention Cheat Sheet,
 * typoglycemia-based attacks.
 */
export const unshuffle = (word: string): string | undefined =>
  word.length > LONGEST ? undefined : BY_SIGNATURE.get(signature(word));

/** Shorter key words are one letter from too many honest words. */
const SHORTEST = 6;

/** The word, and the word without each of its letters but the first. */
const forms = (word: string): string[] => [
  word,
  ...Array.from({ length: word.length - 1 }, (_, index) => word.slice(0, index + 1) + word.slice(index + 2)),
];

const BY_FORM: ReadonlyMap<string, string> = new Map(
  KEY_WORDS.filter(({ length }) => length >= SHORTEST).flatMap((word) =>
    forms(word).map((form) => [form, word] as const),
  ),
);

/**
 * The key word that has one letter more, less or another ("instuctions"), the first letter being right; undefined for
 * any other word. Two words are alike when deleting at most one letter from each gives the same. Source: the symmetric
 * delete of SymSpell.
 */
export function correctMistyped(word: string): string | undefined {
  if (word.length < SHORTEST - 1 || word.length > LONGEST + 1) return undefined;
  const known = forms(word).find((form) => BY_FORM.has(form));
  return known === undefined ? undefined : BY_FORM.get(known);
}
