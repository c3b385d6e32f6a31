/** What the stand-in writes when it is asked for a program. */
const WORDS = /\b(?:code|script|program|python|curl|snippet)\b/i;

export const wantsCode = (question: string): boolean => WORDS.test(question);

export const CODE = [
  'This lists your jobs:',
  '',
  '```sh',
  'curl -s "$API_URL/api/modules/analyst/solve" -H "authorization: Bearer $TOKEN"',
  '```',
].join('\n');
