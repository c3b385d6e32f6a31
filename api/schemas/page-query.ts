/** Query fields of a list that is read page by page. */
import { number } from 'yup';

export const pageQuery = () => ({
  limit: number().integer().min(1).max(100).default(20).meta({ description: 'Most entries' }),
  offset: number().integer().min(0).default(0).meta({ description: 'Entries to leave out first' }),
});
