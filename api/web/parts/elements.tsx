/** Small elements shared by all views. */

import { type ComponentChildren, Fragment, type Ref } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { type Problem, pathOf } from '../../client/problem.ts';
import { Button, ButtonLink } from './button.tsx';
import { ago, localTime, money, shortMoney, utcTime } from './format.ts';
import { href } from './router.ts';
import { createStore } from './store.ts';
import type { Load } from './use-load.ts';

interface PageProps {
  readonly title: string;
  /** Facts shown in the same line as the title. */
  readonly about?: ComponentChildren;
  /** Buttons and links beside the title. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Title of the current view. */
export const shownTitle = createStore('');

/** Sets the document title. Returns a ref for the heading, which receives the focus when the view changes. */
export function useTitle(title: string): Ref<HTMLHeadingElement> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Grid Optimization`;
    shownTitle.set(title);
  }, [title]);
  useEffect(() => {
    // The focus does not move if the user has moved it to a field.
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.id === 'main')
      heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}

export function Page({ title, about, actions, children }: PageProps) {
  const heading = useTitle(title);
  return (
    <>
      <header class="page-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {about}
        <div class="actions">{actions}</div>
      </header>
      {children}
    </>
  );
}

export function Card({
  title,
  children,
  actions,
}: {
  readonly title?: string;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  const id = useId();
  return (
    <section class="card" aria-labelledby={title ? id : undefined}>
      {title && (
        <header>
          <h2 id={id}>{title}</h2>
          <div class="actions">{actions}</div>
        </header>
      )}
      {children}
    </section>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: ComponentChildren;
  readonly note?: string | undefined;
}

/** Item of a `dl.figures`: a key figure with a note. */
export const Figure = ({ name, value, note }: FigureProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {value}
      {note && <small>{note}</small>}
    </dd>
  </div>
);

/** Rounded amount, $; the tooltip has the exact amount. */
export const Money = ({ of }: { readonly of: number | null | undefined }) => (
  <span title={money(of)}>{shortMoney(of)}</span>
);

/** List of facts with their names; undefined facts are omitted. */
export const Facts = ({ of }: { readonly of: Readonly<Record<string, ComponentChildren>> }) => (
  <dl class="facts">
    {Object.entries(of).map(
      ([name, is]) =>
        is !== undefined && (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{is}</dd>
          </Fragment>
        ),
    )}
  </dl>
);

/** Time in the local time zone; the tooltip shows it in UTC. */
export const Time = ({ at }: { readonly at: string | null | undefined }) =>
  at ? (
    <time dateTime={at} title={utcTime(at)}>
      {localTime(at)}
    </time>
  ) : (
    <>–</>
  );

/** Time since a moment; the tooltip shows the moment. */
export const Ago = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={`${localTime(at)}, ${utcTime(at)}`}>
    {ago(at, Date.now())}
  </time>
);

type Tone = 'good' | 'warning' | 'bad' | 'info' | 'quiet';

const TONES: Readonly<Record<string, Tone>> = {
  completed: 'good',
  solved: 'good',
  'partly solved': 'warning',
  'failed, partly solved': 'bad',
  unsolved: 'bad',
  OPTIMAL: 'good',
  FEASIBLE: 'good',
  running: 'info',
  queued: 'quiet',
  cancelled: 'quiet',
  failed: 'bad',
  INFEASIBLE: 'warning',
  TIMEOUT: 'warning',
  error: 'bad',
  warning: 'warning',
  info: 'info',
};

/** Word on a coloured background. */
export const Badge = ({
  text,
  tone = TONES[text] ?? 'quiet',
}: {
  readonly text: string;
  readonly tone?: Tone;
}) => <span class={`badge ${tone}`}>{text}</span>;

export const Notice = ({
  tone = 'info',
  children,
}: {
  readonly tone?: Tone;
  readonly children: ComponentChildren;
}) => (
  <div class={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
    {children}
  </div>
);

/** Message about a problem, in words for users. */
function inWords({ status, message, retryAfterS }: Problem): string {
  if (status === 0) return `${message}. What you typed is kept: try again.`;
  if (status === 403) return `You may not do this: ${message}`;
  if (status === 404) return message;
  if (status === 429) return `Too many requests${retryAfterS ? `; again in ${retryAfterS} s` : ''}.`;
  return message;
}

/** Notice of a problem, with the fields concerned. */
export const ProblemNotice = ({
  problem,
  retry,
}: {
  readonly problem: Problem;
  readonly retry?: () => void;
}) => (
  <Notice tone="bad">
    {problem.fields.length > 0 ? 'The server found errors:' : inWords(problem)}
    {problem.fields.length > 0 && (
      <ul>
        {problem.fields.map(({ loc, msg }) => (
          <li key={pathOf(loc)}>
            <code>{pathOf(loc)}</code> {msg}
          </li>
        ))}
      </ul>
    )}
    {retry && <Button text="Try again" onClick={retry} />}
  </Notice>
);

export const Spinner = ({ label = 'Loading' }: { readonly label?: string }) => (
  <div class="spinner" role="status">
    {label}…
  </div>
);

/** Shows data once they are loaded, a spinner before that, or the problem if loading fails. */
export function Loaded<T>({
  load: { data, problem, reload },
  children,
}: {
  readonly load: Load<T>;
  readonly children: (data: T) => ComponentChildren;
}) {
  return (
    <>
      {problem?.status === 403 && <NotOpen reason={problem.message} />}
      {problem && problem.status !== 403 && <ProblemNotice problem={problem} retry={reload} />}
      {data === undefined ? !problem && <Spinner /> : children(data)}
    </>
  );
}

/** Notice that the account has no access to the module. */
const NotOpen = ({ reason }: { readonly reason: string }) => (
  <Empty>
    <p>
      <strong>Your account has no access to this.</strong> {reason}
    </p>
    <p>An administrator can grant it.</p>
    <ButtonLink text="Your account" href={href('/account')} />
  </Empty>
);

/** Text in place of an empty list: what the list contains, and how to create an entry. */
export const Empty = ({ children }: { readonly children: ComponentChildren }) => (
  <div class="empty">{children}</div>
);
