/** Tool that asks how much power can connect at buses of a network. */
import { z } from 'zod';
import { followStudy, isOver, readConnections, submitStudy } from '../../client/runs.ts';
import { ADDS, defineTool, id, Refusal, requireOne } from './tool.ts';

export const studyConnection = defineTool({
  name: 'study_connection',
  title: 'How much power can connect',
  description:
    'How much load, generation or storage can connect at a bus of a stored network, as intervals in MW: at_least is served by verified schedules, at_most is proven. With the limits that bind and the smallest change that adds 10 %. With study_id: continues to wait for an earlier study, which is_over tells.',
  input: z.strictObject({
    study_id: id('Earlier study').optional(),
    network_id: id('Stored network, as in list_jobs with kind network').optional(),
    buses: z.array(z.int()).min(1).max(50).optional().describe('Bus numbers; all buses if absent'),
    kind: z.enum(['load', 'generation', 'storage']).default('load'),
    max_mw: z.number().positive().default(100).describe('Largest power of interest, MW'),
    days: z.int().min(1).max(366).default(1),
    n_1: z.boolean().default(false).describe('Secure against the loss of every line'),
    flexible_hours: z.array(z.int().min(0)).max(5).default([]).describe('Hours in which it may be reduced'),
    timeout: z.int().min(0).max(600).default(50).describe('Longest wait, s'),
  }),
  output: z.looseObject({ study_id: z.string(), status: z.string(), is_over: z.boolean() }),
  hints: ADDS,
  seconds: ({ timeout }) => timeout + 30,
  async run(
    { study_id, network_id, timeout, buses = 'all' as const, kind, ...fields },
    { client, signal, onProgress },
  ) {
    requireOne({ study_id, network_id });
    const body = { ...fields, network_id: network_id ?? '', candidates: { kind, buses } };
    const study = study_id ?? (await submitStudy(client, body)).study_id;
    const startedAt = Date.now();
    for await (const { status, progress, error, ...run } of followStudy(client, study, { signal })) {
      const waitedS = (Date.now() - startedAt) / 1000;
      const state = { study_id: study, status, is_over: isOver({ status }), progress, error };
      if (status === 'completed') return { ...state, ...(await readConnections(client, study)) };
      if (state.is_over || waitedS >= timeout) return state;
      await onProgress(waitedS, `${run.parts_done} of ${run.parts_total} connections`);
    }
    throw new Refusal('The study has no status');
  },
});
