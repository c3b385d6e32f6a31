/** Name, description and tags of a scenario of one's own. */
import { useState } from 'preact/hooks';
import { Fold } from '../parts/fold.tsx';
import { Field, Form, useAction } from '../parts/form.tsx';
import { type Record, store } from './store.ts';

interface WordsProps {
  readonly record: Record;
  readonly file: Blob;
  readonly onChange: () => void;
}

export const Words = (props: WordsProps) => (
  <Fold title="Name and tags">
    <WordsForm {...props} />
  </Fold>
);

function WordsForm({ record, file, onChange }: WordsProps) {
  const [name, setName] = useState(record.name);
  const [description, setDescription] = useState(record.description ?? '');
  const [tags, setTags] = useState(record.tags.join(', '));
  const action = useAction(async () => {
    const list = tags
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean);
    const words = { ...record, name: name.trim(), description: description.trim() || null, tags: list };
    await store(record.scenario_id, words, file, record.version);
    onChange();
  });
  return (
    <Form action={action} submit="Save">
      <div class="fields">
        <Field label="Name" value={name} onValue={setName} error={action.errorOf('name')} required />
        <Field label="Description" value={description} onValue={setDescription} />
        <Field label="Tags" value={tags} onValue={setTags} hint="With commas between them" />
      </div>
    </Form>
  );
}
