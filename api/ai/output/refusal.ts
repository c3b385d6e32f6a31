/** What is said in place of an answer that must not be shown. */
export const REFUSAL =
  'I am sorry, but I cannot share that. I am glad to help with your case: its schedule, prices, constraints or results.';
