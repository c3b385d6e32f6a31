/** Names of the stand-in's behaviours. */
export const MODES = [
  'honest',
  // Reports figures, places or lines that no tool reported.
  'lying',
  // Lies until it is corrected.
  'repairing',
  // Obeys instructions in questions and in results of tools.
  'injecting',
  // Calls tools with the job ids in the question, whoever owns them.
  'foreign',
  // Never stops calling tools.
  'looping',
  'refusing',
  // Sends one fragment every 20 ms.
  'slow',
  // Falls silent during the answer.
  'stalling',
  // Cuts the connection during the answer.
  'breaking',
  'garbage',
  // Answers 500.
  'failing',
  // Answers 429.
  'limiting',
] as const;
export type Mode = (typeof MODES)[number];

const PREFIX = 'stand-in-';

export const findMode = (name: string | undefined): Mode | undefined => MODES.find((mode) => mode === name);

/** Mode in the name of a model, such as `stand-in-lying`. */
export const modeOfModel = (model: string): Mode | undefined =>
  model.startsWith(PREFIX) ? findMode(model.slice(PREFIX.length)) : undefined;
