/** The path parameter of every route of one network: the id that its owner chose. */
import { object, string } from 'yup';

export const networkPath = object({
  network_id: string().required().max(200).meta({ description: 'Id of the network' }),
});
