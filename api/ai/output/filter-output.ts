/** A whole answer of a model without secrets, links, HTML and copies of the system prompt. */
import { createOutputStream, type Filtered, type OutputSettings } from './output-stream.ts';

export function filterOutput(text: string, settings: OutputSettings): Filtered {
  const stream = createOutputStream(settings);
  stream.push(text);
  const { rest: _, ...filtered } = stream.end();
  return filtered;
}
