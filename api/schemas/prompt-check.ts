/** A prompt to be judged, and the judgement. */
import { array, boolean, type InferType, object, string } from 'yup';

/** Far above what is allowed, so that a long prompt is judged rather than refused. */
const MAX_CHARACTERS = 100_000;

export const promptBody = object({
  prompt: string().required().max(MAX_CHARACTERS).meta({ description: 'Text meant for a model' }),
  channel: string()
    .max(64)
    .optional()
    .meta({ description: 'Where it comes from: model_builder, model_tuner, chat, code or another name' }),
});
export type PromptBody = InferType<typeof promptBody>;

export const promptVerdict = object({
  allowed: boolean().required().meta({ description: 'false: must not be submitted' }),
  warnings: array(string().required()).required().meta({ description: 'What was found, in words' }),
  rules: array(string().required()).required().meta({ description: 'Ids of the rules that matched' }),
});
