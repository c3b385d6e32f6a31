/** Saved configurations of the model builder: as clients send them, as list entries, and complete. */
import { type InferType, object, string } from 'yup';
import type { ConfigRecord } from '../../mongo/configs.ts';
import { chosenSolver, solverChoice } from './solver-choice.ts';

const LONGEST_NAME = 120;

/** True if the name has at most `LONGEST_NAME` code points; UTF-16 units would count some characters twice. */
const isShortName = (name: string | undefined): boolean =>
  name === undefined || [...name].length <= LONGEST_NAME;

export const configBody = object({
  name: string()
    .required()
    .test('string_too_long', `String should have at most ${LONGEST_NAME} characters`, isShortName)
    .meta({ description: `Unique among the caller's; at most ${LONGEST_NAME} characters` }),
  description: string().max(2000).nullable().optional(),
  pcm_model_id: string().required().max(64).meta({ description: 'One of GET /model-builder/models' }),
  solver: solverChoice.required(),
});
export type ConfigBody = InferType<typeof configBody>;

export const configHandle = object({ config_id: string().uuid().required(), name: string().required() });

export const configSummary = configHandle.shape({
  pcm_model_id: string().required(),
  created_at: string().datetime({ precision: 3 }).required(),
});
type ConfigSummary = InferType<typeof configSummary>;

export const savedConfig = configSummary.shape({
  description: string().nullable().defined(),
  solver: chosenSolver.required(),
});
type SavedConfig = InferType<typeof savedConfig>;

export const toConfigSummary = ({ _id, name, pcm_model_id, created_at }: ConfigRecord): ConfigSummary => ({
  config_id: _id,
  name,
  pcm_model_id,
  created_at: created_at.toISOString(),
});

export const toSavedConfig = (config: ConfigRecord): SavedConfig => ({
  ...toConfigSummary(config),
  description: config.description,
  solver: { ...config.solver },
});
