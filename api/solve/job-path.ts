/** The path parameter of every route of one job. Any text is a possible id; an unknown one is a 404. */
import { object, string } from 'yup';

export const jobPath = object({
  job_id: string().required().max(128).meta({ description: 'Id of the job, from the submission' }),
});
