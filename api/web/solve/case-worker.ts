/** Holds the case away from the page, so that reading a long file stops nobody from typing. */
import { type FileFormat, type JsonObject, readCase, textOf } from '../../client/file-format.ts';
import { answerWith } from '../parts/in-worker.ts';
import { type CaseModel, createCaseModel, type ElementName, type Outline } from './case-model.ts';
import { differencesOf } from './differences.ts';

/** What a file turned out to be. */
export type Opened =
  | { readonly format: 'service'; readonly outline: Outline; readonly rest: JsonObject }
  | { readonly format: Exclude<FileFormat, 'service'> };

let model: CaseModel | undefined;
/** What `look` has seen last. */
let seen: CaseModel | undefined;
let opened = 0;
const open = (): CaseModel => {
  if (!model) throw new Error('No case is open');
  return model;
};

async function serviceCase(file: Blob) {
  const read = readCase(await textOf(file));
  if (read.format !== 'service') throw new Error('This is no case of the service');
  return read;
}

const calls = {
  /** A file in a foreign format leaves the case that is open as it is. */
  async open(file: Blob): Promise<Opened> {
    opened += 1;
    const mine = opened;
    const text = await textOf(file);
    // A small file overtakes a long one: the one that was given last counts.
    if (mine !== opened) throw new Error('Another case was given meanwhile');
    const read = readCase(text);
    if (read.format !== 'service') return { format: read.format };
    model = createCaseModel(read.payload);
    return { format: 'service', outline: model.outline(), rest: read.rest };
  },
  /** What a file of the service is, without opening it. */
  async look(file: Blob) {
    const { payload, rest } = await serviceCase(file);
    seen = createCaseModel(payload);
    return { outline: seen.outline(), rest };
  },
  /** Rows of the case that was looked at last. */
  seenRows: (list: string, from: number, count: number) => seen?.rows(list, from, count) ?? [],
  /** Between the cases of these files. */
  async differences(files: readonly Blob[]) {
    const cases = await Promise.all(files.map(serviceCase));
    return differencesOf(cases.map(({ payload }) => payload));
  },
  /** What stores the payload of a file under these words. */
  body: async (file: Blob, words: JsonObject) =>
    new Blob([JSON.stringify({ ...words, payload: (await serviceCase(file)).payload })]),
  rows: (list: string, from: number, count: number) => open().rows(list, from, count),
  locate: (elements: readonly ElementName[]) => open().locate(elements),
  change(list: string, index: number, field: string, text: string) {
    const wrong = open().change(list, index, field, text);
    return { wrong, outline: open().outline() };
  },
  write: (options: JsonObject, solver: string | undefined) => new Blob([open().write(options, solver)]),
};

export type CaseCalls = typeof calls;

export interface CaseRequest {
  readonly name: keyof CaseCalls;
  readonly args: readonly unknown[];
}

answerWith<CaseRequest, unknown>(async ({ name, args }) => {
  // The other side has checked the arguments against the same types.
  const call = calls[name] as (...args: readonly unknown[]) => unknown;
  return { answer: await call(...args), transfer: [] };
});
