/** The dialect of every command-line solver: its answers, lines of its log, its arguments, and its starts. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cbc } from '../../../../../activities/solvers/executable/cbc.ts';
import { cplex } from '../../../../../activities/solvers/executable/cplex.ts';
import {
  type Answer,
  progressIn,
  type RunRequest,
} from '../../../../../activities/solvers/executable/dialect.ts';
import { gurobi } from '../../../../../activities/solvers/executable/gurobi.ts';
import { type FileChange, withChanges } from '../../../../support/cases/format-files.ts';
import { inTemporaryFolder } from '../../../../support/local-stack.ts';
import { saidOf } from '../../../../support/said-of.ts';

const DIALECTS = { cbc, cplex, gurobi };

/** Content of a binary file of CBC: counts, then floats. */
interface Binary {
  readonly ints: readonly number[];
  readonly floats: readonly number[];
}
/** Expected answer to a model of two columns and a row. */
interface AnswerCase {
  readonly name: string;
  /** `none` if the solver has written no file. */
  readonly files?: 'none';
  readonly changes?: readonly FileChange[];
  readonly binary?: Binary;
  readonly log?: readonly string[];
  /** Expected fields of the answer; null marks a field that must be missing. */
  readonly answer?: unknown;
  readonly refused?: string;
}
interface Words {
  /** Lines of the files that the solver writes at an optimum, by file name. */
  readonly files: Readonly<Record<string, readonly string[]>>;
  readonly binary?: Binary;
  readonly answers: readonly AnswerCase[];
  readonly progress: readonly { readonly line: string; readonly event: unknown }[];
  readonly told: readonly { readonly request: RunRequest; readonly args: readonly string[] }[];
  readonly start: {
    readonly columns: readonly number[];
    readonly values: readonly number[];
    readonly text: string;
  };
  readonly incumbents: readonly { readonly text: readonly string[]; readonly values: unknown }[];
}

/** The value with arrays as lists, and null for missing values. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (_, each: unknown) =>
      each instanceof Float64Array ? [...each] : each === undefined ? null : each,
    ),
  );

for (const [name, dialect] of Object.entries(DIALECTS)) {
  const path = new URL(`../../../../../../test/cases/solvers/${name}.json`, import.meta.url);
  const words: Words = JSON.parse(readFileSync(path, 'utf8'));

  async function read({ files, changes = [], binary = words.binary, log = [] }: AnswerCase) {
    let answer: Answer | undefined;
    await inTemporaryFolder(async (folder) => {
      const texts = Object.entries(words.files).map(([file, lines]) => [file, `${lines.join('\n')}\n`]);
      if (files !== 'none')
        for (const [file, text] of Object.entries(withChanges(Object.fromEntries(texts), changes)))
          writeFileSync(join(folder, file), text);
      if (binary) {
        const parts = [Int32Array.from(binary.ints), Float64Array.from(binary.floats)];
        writeFileSync(
          join(folder, 'solution.bin'),
          Buffer.concat(parts.map((part) => Buffer.from(part.buffer))),
        );
      }
      answer = dialect.read({ folder, log: log.join('\n'), columns: 2, rows: 1 });
    });
    return answer;
  }

  describe(`the words of ${dialect.title}`, () => {
    for (const each of words.answers)
      it(each.name, async () => {
        if (each.refused !== undefined) await assert.rejects(read(each), new RegExp(each.refused));
        else assert.deepEqual(plain(saidOf(await read(each), each.answer)), each.answer);
      });

    for (const { line, event } of words.progress)
      it(`${event ? 'tell progress' : 'are no progress'} in the line "${line.trim()}"`, () => {
        assert.deepEqual(plain(progressIn(line, dialect)), event);
      });

    for (const { request, args } of words.told)
      it(`are its arguments for a ${request.relaxed ? 'relaxation without presolve' : 'search'}`, () => {
        assert.deepEqual(dialect.args(request), args);
      });

    it('are its start', () => {
      const { columns, values, text } = words.start;
      const start = { columns: Int32Array.from(columns), values: Float64Array.from(values) };
      assert.equal(dialect.startText(start), text);
    });

    for (const { text, values } of words.incumbents)
      it(`are ${values ? 'a solution' : 'no solution yet'} on the way: ${text.join(' ')}`, () => {
        assert.deepEqual(plain(dialect.incumbent?.(text.join('\n'), 2)), values);
      });
  });
}
