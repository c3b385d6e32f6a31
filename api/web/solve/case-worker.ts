/** Worker that holds the open case, so that long files do not block the page. */
import { type FileFormat, type JsonObject, readCase, textOf } from '../../client/file-format.ts';
import { answerWith } from '../parts/in-worker.ts';
import { type CaseModel, createCaseModel, type ElementName, type Outline } from './case-model.ts';
import { differencesOf } from './differences.ts';

/** Result of opening a file. */
export type Opened =
  | { readonly format: 'service'; readonly outline: Outline; readonly rest: JsonObject }
  | { readonly format: Exclude<FileFormat, 'service'> };

let model: CaseModel | undefined;
/** The case that `look` has read last. */
let inspected: CaseModel | undefined;
let opened = 0;
const open = (): CaseModel => {
  if (!model) throw new Error('No case is open');
  return model;
};

async function serviceCase(file: Blob) {
  const read = readCase(await textOf(file));
  if (read.format !== 'service') throw new Error('Not a case of the service');
  return read;
}

const calls = {
  /** Opens a file. A file in a foreign format has to be imported first, so it does not replace the open case. */
  async open(file: Blob): Promise<Opened> {
    opened += 1;
    const mine = opened;
    const text = await textOf(file);
    // A small file may be read before a larger one that was opened earlier. The file opened last counts.
    if (mine !== opened) throw new Error('Another case was opened');
    const read = readCase(text);
    if (read.format !== 'service') return { format: read.format };
    model = createCaseModel(read.payload);
    return { format: 'service', outline: model.outline(), rest: read.rest };
  },
  /** Length and counts of a file, without opening it as the current case. */
  async look(file: Blob) {
    const { payload, rest } = await serviceCase(file);
    inspected = createCaseModel(payload);
    return { outline: inspected.outline(), rest };
  },
  /** Rows of the case that `look` has read last. */
  seenRows: (list: string, from: number, count: number) => inspected?.rows(list, from, count) ?? [],
  /** Differences between the cases of several files. */
  async differences(files: readonly Blob[]) {
    const cases = await Promise.all(files.map(serviceCase));
    return differencesOf(cases.map(({ payload }) => payload));
  },
  /** Makes the request body that stores the payload of a file together with the given fields. */
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
  // The cast is safe because the caller checks the arguments against the same types.
  const call = calls[name] as (...args: readonly unknown[]) => unknown;
  return { answer: await call(...args), transfer: [] };
});
