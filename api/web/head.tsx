/** Navigation rail, and head of the page with breadcrumbs, search and account. */
import { useState } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { NAVIGATION } from './pages.ts';
import { Search } from './palette.tsx';
import { ProblemNotice, shownTitle } from './parts/elements.tsx';
import { useAction } from './parts/form.tsx';
import { isGuest } from './parts/guest.ts';
import { href, usePlace } from './parts/router.ts';
import { isInterrupted, type Me, me, signOut } from './parts/session.ts';
import { useStore } from './parts/store.ts';
import { shownTab } from './parts/tabs.tsx';
import { chooseTheme, theme } from './parts/theme.ts';

const NARROW = 'rail';

export const Head = () => (isGuest ? <GuestHead /> : <OwnHead />);

const GuestHead = () => (
  <header class="head-line">
    <strong class="trail">Grid Optimization</strong>
    <ThemeSwitch />
  </header>
);

function OwnHead() {
  const user = useStore(me);
  const isAway = useStore(isInterrupted);
  const { path } = usePlace();
  const [isNarrow, setIsNarrow] = useState(localStorage.getItem(NARROW) === 'narrow');
  const leave = useAction(signOut);
  const isIn = user && !isAway;
  const hasNavigation = isIn && !user.must_enrol;
  return (
    <>
      {user !== null && (
        <header class={`rail${isNarrow ? ' narrow' : ''}`}>
          <a class="brand" href={href('/')} title="Grid Optimization">
            <Icon name="grid" />
            <span>Grid Optimization</span>
          </a>
          {hasNavigation && <Navigation user={user} path={path} />}
          <button
            type="button"
            class="width"
            title={isNarrow ? 'Expand' : 'Collapse'}
            aria-pressed={isNarrow}
            onClick={() => {
              localStorage.setItem(NARROW, isNarrow ? 'wide' : 'narrow');
              setIsNarrow(!isNarrow);
            }}
          >
            <Icon name={isNarrow ? 'wide' : 'narrow'} />
            <span>Collapse</span>
          </button>
        </header>
      )}
      <section class="head-line" aria-label="This view and your account">
        {hasNavigation ? (
          <Trail path={path} />
        ) : (
          <a class="trail" href={href('/')}>
            Grid Optimization
          </a>
        )}
        {hasNavigation && (
          <Search>
            <Icon name="search" />
            <span>Search (Ctrl K)</span>
          </Search>
        )}
        <ThemeSwitch />
        <a class="api" href="docs" title="API">
          <Icon name="code" />
          <span>API</span>
        </a>
        {isIn && (
          <>
            <a
              href={href('/account')}
              title={user.username}
              aria-current={path === '/account' ? 'page' : undefined}
            >
              <Icon name="person" />
              <span>{user.username}</span>
            </a>
            <button type="button" title="Sign out" aria-disabled={leave.isBusy} onClick={leave.run}>
              <Icon name="leave" />
              <span class="unseen">Sign out</span>
            </button>
          </>
        )}
      </section>
      {leave.problem && <ProblemNotice problem={leave.problem} />}
    </>
  );
}

const isHere = (path: string, entry: string): boolean => path.split('/')[1] === entry.split('/')[1];

/** Breadcrumbs: list, view, tab. */
function Trail({ path }: { readonly path: string }) {
  const title = useStore(shownTitle).replace(/^Job /, '');
  const tab = useStore(shownTab);
  const list = NAVIGATION.find((entry) => isHere(path, entry.path));
  return (
    <nav class="trail" aria-label="Breadcrumbs">
      {list && list.text !== title && <Step text={list.text} path={list.path} />}
      {tab && <Step text={title} path={path} />}
      <span aria-current="page">{tab || title}</span>
    </nav>
  );
}

const Step = ({ text, path }: { readonly text: string; readonly path: string }) => (
  <>
    <a href={href(path)}>{text}</a> /{' '}
  </>
);

function Navigation({ user, path }: { readonly user: Me; readonly path: string }) {
  return (
    <nav aria-label="Views">
      {NAVIGATION.filter(
        ({ isForAdmins, isOffRail }) => !isOffRail && (!isForAdmins || user.role === 'admin'),
      ).map((entry) => (
        <a
          key={entry.path}
          href={href(entry.path)}
          title={entry.text}
          aria-current={isHere(path, entry.path) ? 'page' : undefined}
        >
          <Icon name={entry.icon} />
          <span>{entry.text}</span>
        </a>
      ))}
    </nav>
  );
}

function ThemeSwitch() {
  const other = useStore(theme) === 'dark' ? 'light' : 'dark';
  const name = other === 'dark' ? 'Dark' : 'Light';
  return (
    <button type="button" aria-label={`${name} colours`} title={name} onClick={() => chooseTheme(other)}>
      <Icon name={other === 'dark' ? 'moon' : 'sun'} />
    </button>
  );
}
