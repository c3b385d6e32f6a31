/** The path parameter of every route of one experiment. Any text is a possible id; an unknown one is a 404. */
import { object, string } from 'yup';

export const experimentPath = object({
  experiment_id: string()
    .required()
    .max(128)
    .meta({ description: 'Id of the experiment, from the submission' }),
});
