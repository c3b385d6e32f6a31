/** Button and dialog with which the user creates and revokes read-only links to the record on the page. */
import { useId, useRef, useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Empty, Loaded, Notice } from '../parts/elements.tsx';
import { Choice, Form, useAction } from '../parts/form.tsx';
import { isGuest } from '../parts/guest.ts';
import { Secret } from '../parts/secret.tsx';
import { BASE_URL, get, post } from '../parts/session.ts';
import { useLoad } from '../parts/use-load.ts';
import { type Share, ShareTable } from './share-table.tsx';

type Thing = Pick<Share, 'kind' | 'id'>;

export function ShareButton(thing: Thing) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const title = useId();
  const show = (): void => {
    setIsOpen(true);
    dialog.current?.showModal();
  };
  if (isGuest) return null;
  return (
    <>
      <Button text="Share" onClick={show} />
      <dialog ref={dialog} class="wide" aria-labelledby={title} onClose={() => setIsOpen(false)}>
        <h2 id={title}>Share this {thing.kind}</h2>
        {isOpen && <Links {...thing} />}
        <div class="actions">
          <Button text="Close" onClick={() => dialog.current?.close()} />
        </div>
      </dialog>
    </>
  );
}

const LIFETIMES = [
  ['7', 'in a week'],
  ['30', 'in 30 days'],
  ['90', 'in 90 days'],
  ['365', 'in a year'],
] as const;

function Links({ kind, id }: Thing) {
  const load = useLoad(() => get('/api/shares'), []);
  const [days, setDays] = useState<(typeof LIFETIMES)[number][0]>('30');
  const [link, setLink] = useState('');
  const make = useAction(async () => {
    const body = { kind, id, expires_in_days: Number(days) };
    const { secret } = await post('/api/shares', { body });
    setLink(`${BASE_URL}/#/shared/${secret}`);
    load.reload();
  });
  return (
    <Loaded load={load}>
      {({ allowed, shares }) => {
        const links = shares.filter((share) => share.kind === kind && share.id === id);
        return (
          <>
            {!allowed && <Empty>An administrator has disabled links.</Empty>}
            {allowed && <p>Anyone with the link can view this {kind}, and nothing else.</p>}
            {link && (
              <>
                <Notice tone="warning">Copy the link now: it is never shown again.</Notice>
                <Secret label="The link" text={link} />
              </>
            )}
            {allowed && (
              <Form action={make} submit="Make a link">
                <Choice label="It expires" value={days} options={LIFETIMES} onValue={setDays} />
              </Form>
            )}
            {links.length > 0 && (
              <>
                <h3>Links to this {kind}</h3>
                <ShareTable shares={links} onChange={load.reload} />
              </>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
