/** The value of each variable in one scenario; a variable left out stays as in the base. */
export type ScenarioValues = Readonly<Record<string, number | string>>;
