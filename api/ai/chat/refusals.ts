/** What the service says in place of a model that may not or will not answer. */
export const DECLINED =
  'I cannot help with that. I can explain solves: prices, commitment, dispatch, costs, binding constraints and infeasibility.';
export const NOTHING_COMPUTED =
  'No result of a solve answers this. Name a scenario or job that has been solved, or ask about its prices, commitment, costs or binding constraints.';
/** Between the part of an answer that is already shown and what replaces the rest. */
export const WITHHELD = '[withheld: this figure could not be traced to a result]';
