/** Explanations in this process, for tests of the HTTP surface. */
import type { ExplanationRecord, Explanations } from '../../mongo/explanations.ts';

export function memoryExplanations(): Explanations {
  const records = new Map<string, ExplanationRecord>();
  return {
    find: async (jobId) => records.get(jobId) ?? null,
    add: async (record) => {
      const known = records.get(record._id) ?? record;
      records.set(record._id, known);
      return known;
    },
  };
}
