/** The head of all views: where one can go, the colours, and who is signed in. Folds on narrow windows. */
import { useEffect, useState } from 'preact/hooks';
import { NAVIGATION } from './pages.ts';
import { ProblemNotice } from './parts/elements.tsx';
import { useAction } from './parts/form.tsx';
import { href, usePlace } from './parts/router.ts';
import { isInterrupted, type Me, me, signOut } from './parts/session.ts';
import { useStore } from './parts/store.ts';
import { chooseTheme, theme } from './parts/theme.ts';

export function Head() {
  const user = useStore(me);
  const isAway = useStore(isInterrupted);
  const { path } = usePlace();
  const [isOpen, setIsOpen] = useState(false);
  const leave = useAction(signOut);
  // The menu has done its work when the address changes.
  useEffect(() => setIsOpen(false), [path]);
  return (
    <header class="head">
      <a class="brand" href={href('/')}>
        Grid Optimization
      </a>
      <button
        type="button"
        class="fold"
        aria-expanded={isOpen}
        aria-controls="menu"
        onClick={() => setIsOpen(!isOpen)}
      >
        Menu
      </button>
      <div id="menu" class={isOpen ? 'open' : undefined}>
        {user && !isAway && !user.must_enrol && <Navigation user={user} path={path} />}
        <div class="actions">
          <ThemeSwitch />
          <a href="docs">API</a>
          {user && !isAway && (
            <>
              <a href={href('/account')} aria-current={path === '/account' ? 'page' : undefined}>
                {user.username}
              </a>
              <button type="button" aria-disabled={leave.isBusy} onClick={leave.run}>
                Sign out
              </button>
            </>
          )}
        </div>
      </div>
      {leave.problem && <ProblemNotice problem={leave.problem} />}
    </header>
  );
}

function Navigation({ user, path }: { readonly user: Me; readonly path: string }) {
  const isHere = (entry: string): boolean => path.split('/')[1] === entry.split('/')[1];
  return (
    <nav aria-label="Views">
      {NAVIGATION.filter(({ isForAdmins }) => !isForAdmins || user.role === 'admin').map((entry) => (
        <a key={entry.path} href={href(entry.path)} aria-current={isHere(entry.path) ? 'page' : undefined}>
          {entry.text}
        </a>
      ))}
    </nav>
  );
}

function ThemeSwitch() {
  const other = useStore(theme) === 'dark' ? 'light' : 'dark';
  const name = other === 'dark' ? 'Dark' : 'Light';
  return (
    <button type="button" aria-label={`${name} colours`} onClick={() => chooseTheme(other)}>
      {name}
    </button>
  );
}
