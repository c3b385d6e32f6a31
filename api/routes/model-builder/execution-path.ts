/** The path parameter of every route of one execution. Any text is a possible id; an unknown one is a 404. */
import { object, string } from 'yup';

export const executionPath = object({
  execution_id: string()
    .required()
    .max(128)
    .meta({ description: 'Id of the execution, from the submission' }),
});
