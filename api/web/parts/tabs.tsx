/** Tabs; the current tab is kept in the address. */
import { useEffect } from 'preact/hooks';
import { href, usePlace } from './router.ts';
import { createStore } from './store.ts';

/** Text of the tab that is shown. */
export const shownTab = createStore('');

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly name: string; readonly text: string }[];
  readonly current: string;
  /** Name of the query parameter for the tab. */
  readonly name?: string;
}

export function Tabs({ label, tabs, current, name: parameter = 'view' }: TabsProps) {
  const { path, query } = usePlace();
  const shown = tabs.find(({ name }) => name === current)?.text ?? '';
  useEffect(() => {
    shownTab.set(shown);
    return () => shownTab.set('');
  }, [shown]);
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ name, text }) => (
        <a
          key={name}
          href={href(path, { ...query, offset: undefined, [parameter]: name })}
          aria-current={name === current ? 'page' : undefined}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}
