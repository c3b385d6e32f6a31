/** What stands behind a title, and is drawn when it is opened. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

export function Fold({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details class="fold-out" onToggle={({ currentTarget: { open } }) => setIsOpen(open)}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {isOpen && children}
    </details>
  );
}
