/** Where a file is dropped, or chosen by those who cannot drop one. */
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';

interface DropZoneProps {
  readonly onFile: (file: File) => void;
  /** Which files can be read, and what was read last. */
  readonly children: ComponentChildren;
  /** Endings of names, with commas between them; all when absent. */
  readonly accept?: string;
  readonly disabled?: boolean;
  /** Takes several at once, and gives them one by one. */
  readonly multiple?: boolean;
}

export function DropZone({ onFile, children, ...input }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const id = useId();
  const take = (files: FileList | null | undefined): void => {
    for (const file of [...(files ?? [])].slice(0, input.multiple ? undefined : 1)) onFile(file);
  };
  return (
    <fieldset
      class={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files);
      }}
    >
      <legend class="unseen">A file</legend>
      <label for={id}>Drop a file here, or choose one</label>
      <input
        {...input}
        id={id}
        type="file"
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // Emptied, so that the same file can be chosen again after a change.
          currentTarget.value = '';
        }}
      />
      <small>{children}</small>
    </fieldset>
  );
}
