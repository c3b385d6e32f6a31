/** In front of all views while nobody is signed in, or while the session of somebody is over. */
import { useEffect, useState } from 'preact/hooks';
import { data } from '../../client/client.ts';
import { Problem } from '../../client/problem.ts';
import { Notice, useTitle } from '../parts/elements.tsx';
import { Field, Form, useAction } from '../parts/form.tsx';
import { isInterrupted, me, open, signIn, verifyCode } from '../parts/session.ts';
import { useStore } from '../parts/store.ts';
import { useLoad } from '../parts/use-load.ts';
import { Register } from './register.tsx';

export function SignIn() {
  const isAgain = useStore(isInterrupted);
  const heading = useTitle('Sign in');
  const [isNew, setIsNew] = useState(false);
  const [tempToken, setTempToken] = useState<string>();
  const options = useLoad(() => data(open.GET('/api/auth/options')), []);
  useKeptTitle();
  if (isNew && options.data) {
    return <Register minLength={options.data.password_min_length} onBack={() => setIsNew(false)} />;
  }
  return (
    <div class="card sign-in">
      <h1 ref={heading} tabIndex={-1}>
        {isAgain ? 'Sign in again' : 'Sign in'}
      </h1>
      {isAgain && <Notice>Your session has ended. What you typed is kept.</Notice>}
      {tempToken ? (
        <CodeForm tempToken={tempToken} onBack={() => setTempToken(undefined)} />
      ) : (
        <>
          <PasswordForm onSecondFactor={setTempToken} />
          <p class="quiet">Forgot your password? An administrator can give you a link for a new one.</p>
        </>
      )}
      {options.data?.registration === 'open' && !isAgain && !tempToken && (
        <p>
          New here?{' '}
          <button type="button" onClick={() => setIsNew(true)}>
            Create an account
          </button>
        </p>
      )}
    </div>
  );
}

/** The view behind may go on: the window is named after it again. */
function useKeptTitle(): void {
  useEffect(() => {
    const { title } = document;
    return () => {
      document.title = title;
    };
  }, []);
}

function PasswordForm({ onSecondFactor }: { readonly onSecondFactor: (tempToken: string) => void }) {
  const [username, setUsername] = useState(() => me.get()?.username ?? '');
  const [password, setPassword] = useState('');
  const enter = useAction(async () => {
    const tempToken = await signIn(username.trim(), password).catch(inOneWord);
    if (tempToken) onSecondFactor(tempToken);
  });
  return (
    <Form action={enter} submit="Sign in">
      <Field
        label="Username"
        value={username}
        onValue={setUsername}
        autocomplete="username"
        takesFocus={!username}
        required
      />
      <Field
        label="Password"
        type="password"
        value={password}
        onValue={setPassword}
        autocomplete="current-password"
        takesFocus={Boolean(username)}
        required
      />
    </Form>
  );
}

/** The page does not say which accounts there are. */
function inOneWord(error: unknown): never {
  if (error instanceof Problem && [401, 404].includes(error.status))
    throw new Problem({ status: 401, message: 'The username or the password is wrong.' });
  throw error;
}

interface CodeFormProps {
  readonly tempToken: string;
  readonly onBack: () => void;
}

function CodeForm({ tempToken, onBack }: CodeFormProps) {
  const [code, setCode] = useState('');
  const verify = useAction(() => verifyCode(tempToken, code.trim()));
  return (
    <Form action={verify} submit="Verify" onBack={onBack}>
      <Field
        label="Code"
        value={code}
        onValue={setCode}
        autocomplete="one-time-code"
        hint="The six digits that your authenticator app shows now, or one of your recovery codes."
        takesFocus
        required
      />
    </Form>
  );
}
