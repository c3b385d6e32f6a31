/** Drop zone with a file input. */
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';

interface DropZoneProps {
  readonly onFile: (file: File) => void;
  /** Text about the files that are accepted, and about the last file. */
  readonly children: ComponentChildren;
  /** File extensions that are accepted, separated by commas; default: all. */
  readonly accept?: string;
  readonly disabled?: boolean;
  /** True to accept several files; `onFile` is called for each of them. */
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
          // Clears the field, so that the same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <small>{children}</small>
    </fieldset>
  );
}
