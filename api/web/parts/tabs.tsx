/** Views of one thing: which of them is shown is part of the address. */
import { useEffect, useRef } from 'preact/hooks';
import { href, usePlace } from './router.ts';
import { shownTab } from './trail.ts';

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly name: string; readonly text: string }[];
  readonly current: string;
  /** What it is called in the address. */
  readonly name?: string;
}

export function Tabs({ label, tabs, current, name: parameter = 'view' }: TabsProps) {
  const { path, query } = usePlace();
  const nav = useRef<HTMLElement>(null);
  const shown = tabs.find(({ name }) => name === current)?.text ?? '';
  useEffect(() => {
    shownTab.set(shown);
    // On a phone they are one line, which is moved to the one that is shown.
    const here = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (here) nav.current?.scrollTo({ left: here.offsetLeft - here.offsetWidth });
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
