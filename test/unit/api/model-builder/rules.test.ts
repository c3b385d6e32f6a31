/** Rules of the model builder over HTTP. Every row is a request, with its answer and its audit entries. */
import { tellRules } from '../../../support/dialogues/tell-rules.ts';
import { memoryModelBuilder } from '../../../support/stores/memory-model-builder.ts';

describe('the model builder', () => {
  for (const table of ['configs', 'submissions', 'prompts'])
    describe(table, () => tellRules(`model-builder/${table}.tsv`, { deps: () => memoryModelBuilder().deps }));
});
