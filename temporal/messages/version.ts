/** What every stored record has in common: its owner, its dates and the versions of its content. */
import { array, object, string } from 'yup';

const timestamp = () => string().datetime({ precision: 3 }).required();
const version = () => string().required().meta({ description: 'SHA-256 of the content as stored, hex' });

export const versionListSchema = array(object({ version: version(), created_at: timestamp() }).required())
  .required()
  .meta({ description: 'Newest first; older content is read with ?version=' });

export const recordFields = () => ({
  owner: string().nullable().defined().meta({ description: 'User id; null = shared and read-only' }),
  version: version(),
  created_at: timestamp(),
  updated_at: timestamp(),
});
