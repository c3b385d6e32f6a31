/** The path parameter of every route of one scenario: the id that its owner chose. */
import { object, string } from 'yup';

export const scenarioPath = object({
  scenario_id: string().required().max(200).meta({ description: 'As in a solve submission' }),
});
