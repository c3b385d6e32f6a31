/** How the incumbent and the bound of a search come together: points of two curves over the time of the search. */
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
    .meta({ unit: 's', description: 'How long attempts have run; waiting does not count' }),
});
export type ConvergencePoint = InferType<typeof convergencePoint>;

/** At most so many points of a search are kept. */
export const MOST_POINTS = 120;

export const convergenceSchema = array(convergencePoint.required()).meta({
  description: `How the search went, in the order of time: at most ${MOST_POINTS} points, at which incumbent or bound changed`,
});
