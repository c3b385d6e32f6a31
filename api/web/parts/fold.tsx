/** A section that can be collapsed; its content is rendered only while it is open. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface FoldProps {
  readonly title: string;
  /** The section opens whenever this value changes. */
  readonly opensAt?: string | undefined;
  readonly children: ComponentChildren;
}

export function Fold({ title, opensAt, children }: FoldProps) {
  const [isOpen, setIsOpen] = useState(Boolean(opensAt));
  useEffect(() => {
    if (opensAt) setIsOpen(true);
  }, [opensAt]);
  return (
    <details class="fold-out" open={isOpen} onToggle={({ currentTarget: { open } }) => setIsOpen(open)}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {isOpen && children}
    </details>
  );
}
