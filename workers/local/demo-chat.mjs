/** The part of the demo that asks the analyst about a result and shows where each figure comes from. */

/** Scenario of the demo's solves; its newest result is the one with the network. */
const SCENARIO = 'rts24';
const NIGHT_HOUR = 4;
const PEAK_HOUR = 18;
/** Of one answer. */
const MOST_SOURCES = 8;

/** `client` as from `signIn`; `result` of the newest solve, undefined when it failed. */
export async function askAnalyst(client, result) {
  console.log(
    '\nThe analyst. Its words come from a stand-in, which is no language model: a small program that picks',
  );
  console.log(
    'tools by the words of a question. What the tools compute and how answers are checked is real.',
  );
  if (!result) return;
  let session;
  for (const question of questionsOn(result)) {
    const answer = await client.ask(question, SCENARIO, session);
    session = answer.session_id;
    console.log(`\n  Q  ${question}\n  A  ${answer.response.replaceAll('\n', '\n     ')}`);
    showSources(answer.citations);
  }
}

/** Hours and zeros are many and say little. */
function showSources(citations) {
  const told = citations.filter(({ path, value }) => value !== 0 && !path.endsWith('hour'));
  const rows = new Map(
    told.map(({ text, tool, path }) => [text, `     ${text.padStart(12)}  ${tool} ${path}`]),
  );
  for (const row of [...rows.values()].slice(0, MOST_SOURCES)) console.log(row);
}

function questionsOn({ commitment, lmp }) {
  const prices = Object.entries(lmp).map(([bus, hours]) => [hours[PEAK_HOUR], bus]);
  const [, dearest] = prices.sort((a, b) => b[0] - a[0])[0];
  const off = Object.keys(commitment).find((unit) => !commitment[unit][NIGHT_HOUR]);
  return [
    `Which lines bind in hour ${PEAK_HOUR}?`,
    `What is the price at ${dearest} in hour ${PEAK_HOUR}?`,
    off ? `Why is unit ${off} off in hour ${NIGHT_HOUR}?` : 'What does the day cost?',
  ];
}
