/** Longest id that a tool looks up; that of a scenario, which is the longest there is. */
export const MAX_ID_LENGTH = 200;
