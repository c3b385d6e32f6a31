/** A storage as the verifier reads it. */
import type { JudgedStorage } from '../../../activities/verifier/schedule/case.ts';
import { readCase } from '../../../activities/verifier/schedule/read-case.ts';
import type { Storage } from '../../../temporal/case/schema.ts';

export function judgedStorage(item: Omit<Storage, 'name' | 'bus'>, horizon: number): JudgedStorage {
  const payload = { generators: [], loads: [], horizon, storage: [{ name: 'S', bus: 1, ...item }] };
  const [judged] = readCase(payload, 'uc').storage;
  if (!judged) throw new RangeError('no storage');
  return judged;
}
