/** `rename` and `delete`, alike for jobs and scenarios. */
import type { Context } from '../connection/perform.ts';
import { openQuestions } from '../terminal/ask-user.ts';
import { EXIT, type Exit, Refusal } from '../terminal/exit.ts';
import { plain } from '../terminal/text.ts';
import type { GridCommand } from './grid-command.ts';

interface Kept {
  readonly noun: string;
  /** The command as one types it, up to the verb. */
  readonly path: string;
  /** From what is typed. */
  id(context: Context, text: string): Promise<string>;
  rename(context: Context, id: string, name: string): Promise<object>;
  remove(context: Context, id: string): Promise<unknown>;
}

export function addKeeping(group: GridCommand, kept: Kept): void {
  const { noun, path } = kept;
  group
    .command('rename')
    .argument('<id>', `of the ${noun}, which stays`)
    .argument('<name>')
    .description(`Give a ${noun} another name`)
    .examples(`${path} rename ID 'Peak day, without unit 3'`)
    .asks(async (context, text: string, name: string) => {
      const id = await kept.id(context, text);
      context.screen.answer(await kept.rename(context, id, name));
      context.screen.say(`The ${noun} ${plain(id)} is now '${plain(name)}'`);
      return EXIT.solved;
    });
  group
    .command('delete')
    .argument('<id...>', `of each ${noun}`)
    .description(`Delete a ${noun} or several`)
    .option('-y, --yes', 'without being asked')
    .examples(`${path} delete FIRST SECOND --yes`)
    .asks((context, texts: string[], options: { yes?: boolean }) => removeAll(context, kept, texts, options));
}

/** Throws `Refusal` unless somebody at the terminal, or a pipe, says yes. */
export async function confirmRemoval(ids: readonly string[], isSure = false): Promise<void> {
  if (isSure) return;
  const questions = openQuestions();
  const answer = await questions
    .ask(`Delete ${plain(ids.join(', '))}? [y/N]`)
    .catch(() => {
      throw new Refusal('Not deleted: run it in a terminal, or pass --yes');
    })
    .finally(questions.close);
  if (!/^y(?:es)?$/i.test(answer)) throw new Refusal('Nothing was deleted');
}

/** Every id is looked up before the first one goes. */
async function removeAll(
  context: Context,
  kept: Kept,
  texts: readonly string[],
  { yes }: { readonly yes?: boolean },
): Promise<Exit> {
  const ids = await Promise.all(texts.map((text) => kept.id(context, text)));
  await confirmRemoval(ids, yes);
  for (const id of ids) {
    await kept.remove(context, id);
    context.screen.say(`Deleted ${plain(id)}`);
  }
  const deleted = ids.map((id) => ({ deleted: id }));
  context.screen.answer(deleted, deleted);
  return EXIT.solved;
}
