/** The frame of all views: sign-in, a notice about connection problems, and the view of the address. */

import { Component, type ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Enrol } from './account/second-factor.tsx';
import { SignIn } from './account/sign-in.tsx';
import { Head } from './head.tsx';
import { type LoadView, OPEN, VIEWS, type ViewProps } from './pages.ts';
import { Button } from './parts/button.tsx';
import { Empty, Loaded, Notice, Page, ProblemNotice, Spinner } from './parts/elements.tsx';
import { href, match, usePlace } from './parts/router.ts';
import { isInterrupted, me, resume, trouble } from './parts/session.ts';
import { useStore } from './parts/store.ts';
import { useLoad } from './parts/use-load.ts';

export function App() {
  const user = useStore(me);
  const { path } = usePlace();
  const isOpen = OPEN.some((pattern) => match(pattern, path));
  const isOver = useStore(isInterrupted) || user === null;
  const mustSignIn = isOver && !isOpen;
  const start = useLoad(resume, []);
  return (
    <>
      <Button text="Skip to content" look="skip" onClick={focusMain} />
      <Head />
      <Trouble />
      <main id="main" tabIndex={-1}>
        {start.problem && <ProblemNotice problem={start.problem} retry={start.reload} />}
        {user === undefined && !isOpen && !start.problem && <Spinner label="Connecting" />}
        {mustSignIn && <SignIn />}
        {/* When a session ends, the view is hidden instead of removed, so that its inputs are kept. */}
        {(user || isOpen) && (
          <div hidden={mustSignIn}>{user?.must_enrol && !isOpen ? <Enrol /> : <CurrentView />}</div>
        )}
      </main>
    </>
  );
}

/** Element that had the focus when the session ended; the focus returns to it. */
let leftAt: Element | null = null;
isInterrupted.follow((isOver) => {
  if (isOver) leftAt = document.activeElement;
  else if (leftAt instanceof HTMLElement) setTimeout(() => leftAt instanceof HTMLElement && leftAt.focus());
});

/** Moves the focus to the main part. This is a button instead of a link, because a link would change the address. */
function focusMain(): void {
  document.getElementById('main')?.focus();
}

/** Status line shown while requests wait for a retry. */
function Trouble() {
  const problem = useStore(trouble);
  return (
    <div class="trouble" role="status">
      {problem && <p class="notice warning">{whyItWaits(problem)}</p>}
    </div>
  );
}

function whyItWaits({ status, retryAfterS }: { status: number; retryAfterS?: number | undefined }): string {
  if (status === 429) return `Too many requests. Retrying in ${retryAfterS ?? 'some'} s.`;
  return 'The server cannot be reached. Retrying until it is back.';
}

function CurrentView() {
  const { path } = usePlace();
  useEffect(() => {
    document.getElementById('main')?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [path]);
  for (const [pattern, load] of Object.entries(VIEWS)) {
    const params = match(pattern, path);
    if (!params) continue;
    return (
      <ErrorBoundary key={path}>
        <LoadedView load={load} params={params} />
      </ErrorBoundary>
    );
  }
  return (
    <Page title="Not found">
      <Empty>
        No page at this address. <a href={href('/')}>Home</a>
      </Empty>
    </Page>
  );
}

function LoadedView({ load, params }: ViewProps & { readonly load: LoadView }) {
  return <Loaded load={useLoad(load, [load])}>{(View) => <View params={params} />}</Loaded>;
}

/** Shows an error in place of the view that threw it; the frame stays usable. */
class ErrorBoundary extends Component<{ readonly children: ComponentChildren }, { readonly failed?: Error }> {
  static override getDerivedStateFromError(failed: Error) {
    return { failed };
  }
  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Notice tone="bad">
        This view failed: {this.state.failed.message}{' '}
        <Button text="Load the page again" onClick={() => location.reload()} />
      </Notice>
    );
  }
}
