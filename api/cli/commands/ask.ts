/** `grid ask`: asks the analyst, shows the answer as it is written, and cites the sources of its figures. */
import { data } from '../../client/client.ts';
import { explanationOf, partsFor, SUGGESTIONS } from '../../client/explanations.ts';
import { ANSWER_MS, type Answer, askBySocket } from '../connection/chat-socket.ts';
import { clientOf } from '../connection/connect.ts';
import { idOf, readJob } from '../connection/ids.ts';
import type { Context } from '../connection/perform.ts';
import { EXIT, type Exit } from '../terminal/exit.ts';
import { plain } from '../terminal/text.ts';
import type { GridCommand } from './grid-command.ts';
import { withoutAbsent } from './option-values.ts';

interface AskOptions {
  readonly job?: string;
  readonly scenario?: string;
  readonly session?: string;
}

export function addAskCommand(program: GridCommand): void {
  program
    .command('ask')
    .argument('<question>', 'in quotes')
    .argument('[job]', 'same as --job')
    .description(
      'Ask the analyst; without a language model it answers only the questions of the first examples',
    )
    .option('-j, --job <id>', 'job that the question is about')
    .option('--scenario <id>', 'scenario that the question is about: its last solve')
    .option('--session <id>', 'conversation to continue')
    .examples(
      ...Object.keys(SUGGESTIONS).map((question) => `grid ask "${question}" ID`),
      'grid ask "why is the price high at bus 7 in hour 18?" --job ID',
      'grid ask "which lines bind?" --scenario demo-24h --json | jq .citations',
    )
    .asks(ask);
}

async function ask(
  context: Context,
  message: string,
  job: string | undefined,
  options: AskOptions,
): Promise<Exit> {
  const { screen } = context;
  const question = await toQuestion(context, message, { ...withoutAbsent({ job }), ...options });
  const { scenario_id, job_id } = question.context;
  const parts = partsFor(message);
  if (parts && scenario_id !== null && !(await hasModel(context))) {
    const response = await explanationOf(context.client, parts, scenario_id, job_id);
    screen.answer({ response, scenario_id, job_id });
    screen.say(plain(response));
    return EXIT.solved;
  }
  const written = { text: '' };
  const answer = await askStreaming(context, question, written);
  screen.answer(answer);
  if (screen.isForPeople) {
    // Writes only the rest of the answer: the streamed part is already on the screen.
    process.stdout.write(`${plain(answer.response.slice(written.text.length))}\n`);
    showCitations(screen, answer.citations);
    screen.note(`To continue: grid ask "..." --session ${answer.session_id}`);
  }
  return answer.refused ? EXIT.refused : EXIT.solved;
}

async function hasModel({ client }: Context): Promise<boolean> {
  const { agents } = await data(client.GET('/api/ai/agents'));
  return agents.some(({ configured }) => configured);
}

async function toQuestion({ client }: Context, message: string, { job, scenario, session }: AskOptions) {
  const about = async (text: string) => {
    const { job_id, scenario_id } = await readJob(client, await idOf(client, 'job', text));
    return { job_id, scenario_id };
  };
  const context: { readonly scenario_id: string | null; readonly job_id?: string } =
    job === undefined ? { scenario_id: scenario ?? null } : await about(job);
  return { message, session_id: session ?? null, context };
}

type Question = Awaited<ReturnType<typeof toQuestion>>;

/** Streams the answer over a socket. With an API key, or if no socket opens, requests the whole answer instead. */
async function askStreaming(
  context: Context,
  question: Question,
  written: { text: string },
): Promise<Answer> {
  const { screen, session, url } = context;
  const token = (await session.headers())['authorization']?.replace(/^Bearer /, '');
  const listener = {
    onToken: (text: string) => {
      written.text += text;
      if (screen.isForPeople) process.stdout.write(plain(text));
    },
    onTool: (name: string) => screen.isVerbose && screen.note(`looks up ${name}`),
  };
  const streamed = token === undefined ? undefined : await askBySocket(url, token, question, listener);
  if (streamed) return streamed;
  const client = clientOf(url, screen, session, { answerMs: ANSWER_MS });
  return data(client.POST('/api/ai/chat', { body: question }));
}

/** Lists the sources of figures; omits zeros and hour numbers. */
function showCitations(screen: Context['screen'], citations: Answer['citations']): void {
  const figures = citations.filter(({ path, value }) => value !== 0 && !path.endsWith('hour'));
  const rows = [...new Map(figures.map((row) => [row.text, row])).values()];
  if (rows.length === 0) return;
  screen.say('');
  screen.table(
    ['FIGURE', 'FOUND BY', 'AT'],
    rows.map(({ text, tool, path }) => [text, tool, path]),
  );
}
