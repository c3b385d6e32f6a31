/** What the routes of experiments have in common. */
import { object, string } from 'yup';

export const experimentRoute = {
  tag: 'Experiments',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
} as const;

/** The path of one experiment. Any text is a possible id; an unknown one is a 404. */
export const experimentPath = object({
  experiment_id: string()
    .required()
    .max(128)
    .meta({ description: 'Id of the experiment, from the submission' }),
});
