/** From the password to a QR code, and from its first code to a second factor. */
import { useState } from 'preact/hooks';
import { data, type Reply } from '../../client/client.ts';
import { Field, Form, useAction } from '../parts/form.tsx';
import { api } from '../parts/session.ts';

type Setup = Reply<'postUsersMe2faSetup'>;

interface SetUpProps {
  readonly onEnabled: (recoveryCodes: readonly string[]) => void;
}

export function SetUp({ onEnabled }: SetUpProps) {
  const [setup, setSetup] = useState<Setup>();
  if (setup) return <FirstCode setup={setup} onEnabled={onEnabled} onBack={() => setSetup(undefined)} />;
  return <AskPassword onSetup={setSetup} />;
}

function AskPassword({ onSetup }: { readonly onSetup: (setup: Setup) => void }) {
  const [password, setPassword] = useState('');
  const begin = useAction(async () => {
    const body = { current_password: password };
    onSetup(await data(api.POST('/api/users/me/2fa/setup', { body })));
  });
  return (
    <>
      <p>
        Off. With it a stolen password is not enough to sign in: the page also asks for a code that an
        authenticator app on your phone shows.
      </p>
      <Form action={begin} submit="Set up">
        <Field
          label="Your password"
          type="password"
          value={password}
          onValue={setPassword}
          autocomplete="current-password"
          required
        />
      </Form>
    </>
  );
}

interface FirstCodeProps extends SetUpProps {
  readonly setup: Setup;
  readonly onBack: () => void;
}

function FirstCode({ setup, onEnabled, onBack }: FirstCodeProps) {
  const [code, setCode] = useState('');
  const enable = useAction(async () => {
    const body = { code: code.trim() };
    onEnabled((await data(api.POST('/api/users/me/2fa/enable', { body }))).recovery_codes);
  });
  return (
    <Form action={enable} submit="Enable" onBack={onBack}>
      <p>1. Scan this with an authenticator app, or type the key into it.</p>
      <img
        class="qr"
        src={`data:image/svg+xml,${encodeURIComponent(setup.qr_svg)}`}
        alt="QR code of the key below"
      />
      <p>
        Key: <code>{setup.secret}</code>
      </p>
      <Field
        label="2. Type the code that the app shows"
        value={code}
        onValue={setCode}
        autocomplete="one-time-code"
        takesFocus
        required
      />
    </Form>
  );
}
