import assert from 'node:assert/strict';
import type { SolveInput, SolveParent } from '../../../temporal/case/messages/solve-run.ts';
import { searchAttributes } from '../../../temporal/names.ts';
import { executionOptions, solveOptions } from '../../../temporal/solve-options.ts';

const input = (type?: SolveParent['type']): SolveInput => ({
  jobId: 'job',
  userId: 'ann',
  jobType: 'uc',
  solver: 'highs',
  scenarioId: 'case',
  timeLimitS: 60,
  mipGap: 0,
  ...(type && { parent: { type, id: 'parent', index: 0 } }),
});

describe('how a solve is started', () => {
  const rows: [SolveParent['type'] | undefined, number | undefined, object | undefined][] = [
    [undefined, undefined, undefined],
    ['job', 2, undefined],
    ['experiment', 4, searchAttributes.experimentId],
    ['execution', 4, searchAttributes.executionId],
  ];
  for (const [type, priority, key] of rows) {
    it(`gives ${type ? `that of parent ${type}` : 'a job of its own'} its priority and what it is found by`, () => {
      const { priority: priorityOption, typedSearchAttributes } = solveOptions(input(type));
      assert.deepEqual(priorityOption, { fairnessKey: 'ann', ...(priority && { priorityKey: priority }) });
      const ofParent = typedSearchAttributes.filter(({ value }) => value === 'parent');
      assert.deepEqual(
        ofParent.map((attribute) => attribute.key),
        key ? [key] : [],
      );
    });
  }

  it('gives a run of the model builder, as a part or not, the key of its user', () => {
    const run = { executionId: 'run', userId: 'ann', modelId: 'pcm-rolling', networkId: 'net', windows: 3 };
    assert.deepEqual(executionOptions(run).priority, { fairnessKey: 'ann' });
    assert.deepEqual(executionOptions({ ...run, experimentId: 'e' }).priority, {
      fairnessKey: 'ann',
      priorityKey: 4,
    });
  });

  it('shows the name of a scenario without anything that is Markdown', () => {
    const scenarioId = '![x](http://evil.example/a.png) <b> rts24-scuc: day_1.v2';
    const { staticSummary } = solveOptions({ ...input(), scenarioId });
    assert.equal(staticSummary, 'UC __x__http:__evil.example_a.png_ _b_ rts24-scuc: day_1.v2 (highs, 60 s)');
  });
});
