/** What stands behind a title, and is drawn when it is opened. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface FoldProps {
  readonly title: string;
  /** Opens by itself whenever this changes to another place within. */
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
