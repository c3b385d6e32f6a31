/** Chooses one of many names: typing finds some of them, each a button. */

import { useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { Field } from './form.tsx';
import { count } from './format.ts';

interface FinderProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly value: string | undefined;
  readonly onValue: (name: string) => void;
}

/** More are found by typing more. */
const SHOWN = 12;

export function Finder({ label, names, value, onValue }: FinderProps) {
  const [text, setText] = useState('');
  const wanted = text.toLowerCase();
  const found = names.filter((name) => name.toLowerCase().includes(wanted));
  return (
    <div class="finder">
      <Field label={label} type="search" value={text} onValue={setText} placeholder="Part of a name" />
      <div class="actions">
        {found.slice(0, SHOWN).map((name) => (
          <Button text={name} key={name} aria-pressed={name === value} onClick={() => onValue(name)} />
        ))}
        {found.length > SHOWN && <small>and {count(found.length - SHOWN)} more: type to find them</small>}
        {found.length === 0 && <small role="status">No name has this in it.</small>}
      </div>
    </div>
  );
}
