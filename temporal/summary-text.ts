/**
 * Text of a user for the summary of a workflow, which the Web UI reads as Markdown: nothing is left that could be
 * a link or an image there.
 */
const MARKUP = /[^\w .:-]/g;

export const summaryText = (text: string, longest: number): string =>
  text.slice(0, longest).replaceAll(MARKUP, '_');
