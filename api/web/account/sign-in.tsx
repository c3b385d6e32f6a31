/** Sign-in form. It covers all views while there is no session, or after the session has ended. */
import { useEffect, useState } from 'preact/hooks';
import { data } from '../../client/client.ts';
import { Problem } from '../../client/problem.ts';
import { Button } from '../parts/button.tsx';
import { Notice, useTitle } from '../parts/elements.tsx';
import { CODE, FieldForm, NEW_NAME, NEW_PASSWORD, PASSWORD } from '../parts/field-form.tsx';
import { href } from '../parts/router.ts';
import { isInterrupted, me, open, signIn, verifyCode } from '../parts/session.ts';
import { useStore } from '../parts/store.ts';
import { useLoad } from '../parts/use-load.ts';

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
          <p class="quiet">
            Got a certificate? <a href={href('/verify')}>Check it</a> without an account.
          </p>
        </>
      )}
      {options.data?.registration === 'open' && !isAgain && !tempToken && (
        <p>
          New here? <Button text="Create an account" onClick={() => setIsNew(true)} />
        </p>
      )}
    </div>
  );
}

/** Restores the document title of the view behind the form when the form closes. */
function useKeptTitle(): void {
  useEffect(() => {
    const { title } = document;
    return () => {
      document.title = title;
    };
  }, []);
}

function PasswordForm({ onSecondFactor }: { readonly onSecondFactor: (tempToken: string) => void }) {
  const lastUsername = me.get()?.username ?? '';
  return (
    <FieldForm
      submit="Sign in"
      first={{ username: lastUsername, password: '' }}
      fields={[
        {
          name: 'username',
          label: 'Username',
          autocomplete: 'username',
          takesFocus: !lastUsername,
          required: true,
        },
        { ...PASSWORD, name: 'password', label: 'Password', takesFocus: lastUsername !== '' },
      ]}
      work={async ({ username, password }) => {
        const tempToken = await signIn(username.trim(), password).catch(inOneWord);
        if (tempToken) onSecondFactor(tempToken);
      }}
    />
  );
}

/**
 * Throws the same message for an unknown name and for a wrong password, so that the page does not reveal which accounts
 * exist.
 */
function inOneWord(error: unknown): never {
  if (error instanceof Problem && [401, 404].includes(error.status))
    throw new Problem({ status: 401, message: 'The username or the password is wrong.' });
  throw error;
}

const CodeForm = ({ tempToken, onBack }: { readonly tempToken: string; readonly onBack: () => void }) => (
  <FieldForm
    submit="Verify"
    onBack={onBack}
    first={{ code: '' }}
    fields={[
      {
        ...CODE,
        hint: 'Six digits from your authenticator app, or a recovery code.',
        takesFocus: true,
      },
    ]}
    work={({ code }) => verifyCode(tempToken, code.trim())}
  />
);

/** Registration form; shown if the service allows registration. */
function Register({ minLength, onBack }: { readonly minLength: number; readonly onBack: () => void }) {
  const heading = useTitle('Create an account');
  return (
    <div class="card sign-in">
      <h1 ref={heading} tabIndex={-1}>
        Create an account
      </h1>
      <FieldForm
        submit="Create the account"
        onBack={onBack}
        first={{ username: '', password: '' }}
        fields={[
          { ...NEW_NAME, autocomplete: 'username', takesFocus: true },
          {
            ...NEW_PASSWORD,
            name: 'password',
            label: 'Password',
            hint: `At least ${minLength} characters; a short one must be mixed.`,
          },
        ]}
        work={async ({ username, password }) => {
          const body = { username: username.trim(), password };
          await data(open.POST('/api/auth/register', { body }));
          await signIn(body.username, password);
        }}
      />
    </div>
  );
}
