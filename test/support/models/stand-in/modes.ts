/** What the stand-in pretends to be. */
export const MODES = [
  'honest',
  // Figures, places or lines that no tool reported.
  'lying',
  // Lies until it is told so.
  'repairing',
  // Obeys instructions in questions and in results of tools.
  'injecting',
  // Calls tools with the job ids of the question, whosever they are.
  'foreign',
  // Never stops calling tools.
  'looping',
  'refusing',
  // One fragment every 20 ms.
  'slow',
  // Falls silent within the answer.
  'stalling',
  // Cuts the connection within the answer.
  'breaking',
  'garbage',
  // 500.
  'failing',
  // 429.
  'limiting',
] as const;
export type Mode = (typeof MODES)[number];

const PREFIX = 'stand-in-';

export const findMode = (name: string | undefined): Mode | undefined => MODES.find((mode) => mode === name);

/** The mode that a model such as `stand-in-lying` stands for. */
export const modeOfModel = (model: string): Mode | undefined =>
  model.startsWith(PREFIX) ? findMode(model.slice(PREFIX.length)) : undefined;
