/** Convergence of a search: incumbent and bound over the elapsed time. */
import { array, type InferType, number, object } from 'yup';

export const convergencePoint = object({
  incumbent: number()
    .nullable()
    .defined()
    .meta({ unit: '$', description: 'Objective of the best schedule found' }),
  bound: number()
    .nullable()
    .defined()
    .meta({ unit: '$', description: 'Proven lower bound of the objective' }),
  mip_gap: number().nullable().defined().meta({ description: '(incumbent - bound) / |incumbent|' }),
  elapsed_s: number()
    .required()
    .meta({ unit: 's', description: 'Run time of all attempts, without waiting' }),
});
export type ConvergencePoint = InferType<typeof convergencePoint>;

/** Maximum number of points that are kept for a search. */
export const MOST_POINTS = 120;

export const convergenceSchema = array(convergencePoint.required()).meta({
  description: `Convergence of the search: at most ${MOST_POINTS} points, in order of time, at which incumbent or bound changed`,
});
