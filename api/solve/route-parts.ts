/** What the routes of solves have in common. */
import { object, string } from 'yup';

export const solveRoute = {
  tag: 'Solve',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
} as const;

/** The path of one job. Any text is a possible id; an unknown one is a 404. */
export const jobPath = object({
  job_id: string().required().max(128).meta({ description: 'Id of the job, from the submission' }),
});
