/** Tabs; the current tab is kept in the address. */
import { useEffect, useRef } from 'preact/hooks';
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
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone, the tabs scroll.
    const tab = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (tab && nav.current) nav.current.scrollLeft = tab.offsetLeft - nav.current.clientWidth / 2;
    shownTab.set(shown);
    return () => shownTab.set('');
  }, [shown]);
  return (
    <nav ref={nav} class="tabs" aria-label={label}>
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
