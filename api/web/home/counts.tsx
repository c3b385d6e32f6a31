/** What runs, waits and has ended, in one line: only what there is. */
import type { Reply } from '../../client/client.ts';
import { count } from '../parts/format.ts';
import { href } from '../parts/router.ts';

type Overview = Reply<'getOverview'>;

const KINDS = [
  { name: 'jobs', text: 'Jobs', path: '/jobs' },
  { name: 'experiments', text: 'Experiments', path: '/experiments' },
  { name: 'executions', text: 'Model builder', path: '/runs' },
] as const;

const STATUSES = [
  ['running', 'running'],
  ['queued', 'waiting'],
  ['completed', 'completed'],
  ['failed', 'failed'],
  ['cancelled', 'cancelled'],
] as const;

interface CountsProps {
  readonly title: string;
  readonly counts: Overview['own'];
  /** To the lists; those of others have none. */
  readonly isLinked?: boolean;
}

/** Nothing where nothing is. */
export function Counts({ title, counts, isLinked = false }: CountsProps) {
  const found = KINDS.flatMap(({ name, text, path }) =>
    STATUSES.flatMap(([status, word]) => {
      const words = `${text}: ${count(counts[name][status])} ${word}`;
      return counts[name][status] === 0 ? [] : [{ words, at: href(path, { status }) }];
    }),
  );
  if (found.length === 0) return null;
  return (
    <p class="about">
      <strong>{title}</strong>
      {found.map(({ words, at }) => (isLinked ? <a href={at}>{words}</a> : <span key={words}>{words}</span>))}
      <small class="quiet">ended within 24 hours</small>
    </p>
  );
}

/** Solvers that work or have work waiting. */
export function BusySolvers({ solvers: { queues } }: Pick<Overview, 'solvers'>) {
  const busy = queues.filter(({ running, waiting }) => running + waiting > 0);
  if (busy.length === 0) return null;
  return (
    <p class="about">
      <strong>Solvers</strong>
      {busy.map(({ solver, running, waiting, workers }) => (
        <span key={solver}>
          {solver}: {count(running)} running, {count(waiting)} waiting, {count(workers)} workers
        </span>
      ))}
    </p>
  );
}
