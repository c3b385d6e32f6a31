/** The path parameter of every route of one saved configuration. */
import { object, string } from 'yup';

export const configPath = object({
  config_id: string().required().max(128).meta({ description: 'Id of the configuration, from its creation' }),
});
