/** The caller's experiment, or 404: nobody learns whether another user's experiment exists. */
import type { ExperimentRecord, Experiments } from '../../mongo/experiments.ts';
import type { Principal } from '../auth/principal.ts';
import { NotFound } from '../errors.ts';

export async function ownedExperiment(
  find: Experiments['find'],
  experimentId: string,
  user: Principal,
): Promise<ExperimentRecord> {
  const experiment = await find(experimentId);
  if (!experiment || (experiment.user_id !== user.userId && user.role !== 'admin')) {
    throw new NotFound('Experiment not found');
  }
  return experiment;
}
