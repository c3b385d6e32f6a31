/** Version of the routes of the solver service. */
export const VERSION = '1.0.0';
