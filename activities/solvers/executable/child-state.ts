/** What the thread that waits and the thread that holds the child share: an Int32Array of these cells. */
export const STATE = 0;
/** Exit code, or minus the number of the signal that ended it. */
export const EXIT = 1;
/** 1 asks for the end of the child. */
export const ASKED = 2;
export const CELLS = 3;

/** Values of `STATE`. */
export const RUNNING = 0;
export const ENDED = 1;
export const NOT_STARTED = 2;

export interface ChildInput {
  readonly command: string;
  readonly args: readonly string[];
  /** Its working folder. */
  readonly folder: string;
  /** File that takes its output and its errors. */
  readonly logFile: string;
  readonly shared: Int32Array;
}
