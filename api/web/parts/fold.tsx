/** What stands behind a title; open or not is part of the address. */
import type { ComponentChildren } from 'preact';
import { setQuery, usePlace } from './router.ts';

interface FoldProps {
  /** In the address: `?open=name`. */
  readonly name: string;
  readonly title: string;
  readonly children: ComponentChildren;
}

export function Fold({ name, title, children }: FoldProps) {
  const { query } = usePlace();
  const open = (query['open'] ?? '').split('.').filter(Boolean);
  const isOpen = open.includes(name);
  const others = open.filter((other) => other !== name);
  return (
    <details
      class="fold-out"
      open={isOpen}
      onToggle={({ currentTarget: { open: now } }) => {
        if (now === isOpen) return;
        const names = now ? [...others, name] : others;
        setQuery({ open: names.join('.') || undefined }, { replace: true });
      }}
    >
      <summary>
        <h2>{title}</h2>
      </summary>
      {isOpen && children}
    </details>
  );
}
