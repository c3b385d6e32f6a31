/** An explanation of a solve as clients see it. */
import { array, mixed, object, string } from 'yup';
import { ARTIFACT_TYPES } from '../ai/explain/artifact.ts';

const timestamp = () => string().datetime({ precision: 3 }).required();
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const artifact = object({
  artifact_id: string().uuid().required().meta({ description: 'The same whenever it is generated' }),
  type: string().oneOf(ARTIFACT_TYPES).required(),
  title: string().required(),
  created_at: timestamp(),
});

const about = {
  scenario_id: string().required(),
  job_id: string().uuid().required().meta({ description: 'The solve that is explained' }),
  status: string()
    .oneOf(['generated'] as const)
    .required(),
  generated_at: timestamp(),
};

export const explanationSchema = object({ ...about, artifacts: array(artifact).required() });

export const readExplanationSchema = object({
  ...about,
  artifacts: array(
    artifact.shape({
      statement: string().required().meta({ description: 'Every figure of it is also in `data`' }),
      data: mixed(isObject).required().meta({ description: 'Figures carry their unit in their name' }),
    }),
  ).required(),
});
