/** Takes away what somebody names, one by one, once they have said yes. */
import type { Context } from '../connection/perform.ts';
import { openQuestions } from '../terminal/ask-user.ts';
import { EXIT, type Exit, Refusal } from '../terminal/exit.ts';
import { plain } from '../terminal/plain.ts';

export async function removeAll(
  { screen }: Context,
  names: readonly string[],
  { yes }: { readonly yes?: boolean },
  remove: (name: string) => Promise<unknown>,
): Promise<Exit> {
  if (!yes) {
    const questions = openQuestions();
    const answer = await questions.ask(`Delete ${plain(names.join(', '))}? [y/N]`).finally(questions.close);
    if (!/^y(?:es)?$/i.test(answer)) throw new Refusal('Nothing was deleted');
  }
  for (const name of names) {
    await remove(name);
    screen.say(`Deleted ${plain(name)}`);
  }
  screen.answer(
    { deleted: names },
    names.map((deleted) => ({ deleted })),
  );
  return EXIT.solved;
}
