/** `rename` and `delete` for jobs and scenarios. */
import type { Context } from '../connection/perform.ts';
import { openQuestions } from '../terminal/ask-user.ts';
import { EXIT, type Exit, Refusal } from '../terminal/exit.ts';
import { plain } from '../terminal/text.ts';
import type { GridCommand } from './grid-command.ts';

interface RecordKind {
  readonly noun: string;
  /** Command up to the verb, for the examples in the help. */
  readonly path: string;
  /** Completes the id that the user typed. */
  id(context: Context, text: string): Promise<string>;
  rename(context: Context, id: string, name: string): Promise<object>;
  remove(context: Context, id: string): Promise<unknown>;
}

export function addKeeping(group: GridCommand, kind: RecordKind): void {
  const { noun, path } = kind;
  group
    .command('rename')
    .argument('<id>', `of the ${noun}; it does not change`)
    .argument('<name>')
    .description(`Rename a ${noun}`)
    .examples(`${path} rename ID 'Peak day, without unit 3'`)
    .asks(async (context, text: string, name: string) => {
      const id = await kind.id(context, text);
      context.screen.answer(await kind.rename(context, id, name));
      context.screen.say(`The ${noun} ${plain(id)} is now '${plain(name)}'`);
      return EXIT.solved;
    });
  group
    .command('delete')
    .argument('<id...>', `of each ${noun}`)
    .description(`Delete one or more ${noun}s`)
    .option('-y, --yes', 'do not ask')
    .examples(`${path} delete FIRST SECOND --yes`)
    .asks((context, texts: string[], options: { yes?: boolean }) => removeAll(context, kind, texts, options));
}

/** Throws `Refusal` unless the user or a pipe answers yes. */
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

/** Deletes records. Completes all ids before the first deletion. */
async function removeAll(
  context: Context,
  kind: RecordKind,
  texts: readonly string[],
  { yes }: { readonly yes?: boolean },
): Promise<Exit> {
  const ids = await Promise.all(texts.map((text) => kind.id(context, text)));
  await confirmRemoval(ids, yes);
  for (const id of ids) {
    await kind.remove(context, id);
    context.screen.say(`Deleted ${plain(id)}`);
  }
  const deleted = ids.map((id) => ({ deleted: id }));
  context.screen.answer(deleted, deleted);
  return EXIT.solved;
}
