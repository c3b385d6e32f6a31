/** Word lists stored as data: each row of a `.tsv` beside the importing module has a name and its words, separated by blanks. */
import { readFileSync } from 'node:fs';

/** Reads a file as rows of a name and its words; several rows may have the same name. */
export const readWords = (file: URL): readonly (readonly [name: string, words: readonly string[]])[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((row) => row.split('\t'))
    .map(([name = '', words = '']) => [name, words.split(' ')]);
