/** Notes that a module was used, at most once a minute per user and module: it is a date, not a count. */
import type { Subscriptions } from '../../mongo/subscriptions.ts';
import type { ModuleAccess } from '../http/access.ts';

/** Between two notes of one user and module. */
const EVERY_MS = 60_000;
const MOST = 10_000;

export type NoteUse = (
  userId: string,
  module: ModuleAccess | readonly ModuleAccess[] | undefined,
  at: Date,
) => void;

/** Nobody waits for the note; one that fails is told to `failed`. */
export function createModuleUse(
  { markAccessed }: Pick<Subscriptions, 'markAccessed'>,
  failed: (error: unknown) => void,
): NoteUse {
  const noted = new Map<string, number>();
  return (userId, module, at) => {
    // A route that several modules open belongs to none of them.
    if (!module || !('id' in module)) return;
    const key = `${userId}/${module.id}`;
    if (at.getTime() - (noted.get(key) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return;
    if (noted.size >= MOST) noted.clear();
    noted.set(key, at.getTime());
    markAccessed(userId, module.id, at).catch(failed);
  };
}
