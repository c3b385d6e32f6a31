/** Where MongoDB is. */
import { type InferType, object, string } from 'yup';

export const mongoSettings = object({
  MONGODB_URI: string()
    .default('mongodb://127.0.0.1:27017/?directConnection=true')
    .meta({ description: 'MongoDB connection string' }),
  MONGODB_DATABASE: string().default('grid_optimization').meta({ description: 'Database name' }),
});
export type MongoSettings = InferType<typeof mongoSettings>;
