/** Sets up and disables the second factor, and shows its recovery codes. */
import { useState } from 'preact/hooks';
import type { Reply } from '../../client/client.ts';
import { Button } from '../parts/button.tsx';
import { Card, Loaded, Notice, Page, ProblemNotice, Time } from '../parts/elements.tsx';
import { CODE, FieldForm, PASSWORD } from '../parts/field-form.tsx';
import { useAction } from '../parts/form.tsx';
import { Secret } from '../parts/secret.tsx';
import { get, post, reloadMe } from '../parts/session.ts';
import { useLoad } from '../parts/use-load.ts';

/** View shown in place of all others while the account lacks a required second factor. */
export const Enrol = () => (
  <Page title="Set up a second factor">
    <Notice tone="warning">Your account requires a second factor. Set it up to continue.</Notice>
    <SecondFactor onKept={reloadMe} />
  </Page>
);

interface SecondFactorProps {
  /** Called when the user confirms that the recovery codes are saved. */
  readonly onKept?: () => Promise<void>;
}

export function SecondFactor({ onKept }: SecondFactorProps) {
  const factor = useLoad(() => get('/api/users/me/2fa'), []);
  const [codes, setCodes] = useState<readonly string[]>();
  const showCodes = (made: readonly string[]): void => {
    setCodes(made);
    factor.reload();
  };
  const keep = useAction(async () => {
    setCodes(undefined);
    await onKept?.();
  });
  return (
    <Card title="Second factor">
      {keep.problem && <ProblemNotice problem={keep.problem} retry={keep.run} />}
      {codes && <RecoveryCodes codes={codes} onKept={keep.run} />}
      <Loaded load={factor}>
        {(state) => {
          if (codes) return null;
          if (!state.enabled) return <SetUp onEnabled={showCodes} />;
          return <Enabled state={state} onCodes={showCodes} onDisabled={factor.reload} />;
        }}
      </Loaded>
    </Card>
  );
}

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

const RecoveryCodes = ({ codes, onKept }: RecoveryCodesProps) => (
  <>
    <Notice tone="warning">
      Keep these recovery codes away from your phone. Each signs you in once without it; they are never shown
      again.
    </Notice>
    <Secret label="Recovery codes" text={codes.join('\n')} fileName="recovery-codes.txt" />
    <Button text="I have kept them" look="primary" onClick={onKept} />
  </>
);

interface EnabledProps {
  readonly state: Reply<'getUsersMe2fa'>;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onDisabled: () => void;
}

const FEW_CODES = 3;

function Enabled({ state, onCodes, onDisabled }: EnabledProps) {
  const [openForm, setOpenForm] = useState<'codes' | 'disable'>();
  return (
    <>
      <p>
        On since <Time at={state.enabled_at} />: signing in asks for a code of your authenticator app.
      </p>
      <Notice tone={state.recovery_codes_left < FEW_CODES ? 'warning' : 'quiet'}>
        Recovery codes left: {state.recovery_codes_left}
      </Notice>
      {openForm ? (
        <ProveBoth
          submit={openForm === 'codes' ? 'Make new recovery codes' : 'Disable the second factor'}
          work={async (body) => {
            if (openForm === 'codes') {
              onCodes((await post('/api/users/me/2fa/recovery-codes', { body })).recovery_codes);
            } else {
              await post('/api/users/me/2fa/disable', { body });
              onDisabled();
            }
          }}
          onBack={() => setOpenForm(undefined)}
        />
      ) : (
        <div class="buttons">
          <Button text="New recovery codes" onClick={() => setOpenForm('codes')} />
          {!state.required && <Button text="Disable" look="danger" onClick={() => setOpenForm('disable')} />}
        </div>
      )}
    </>
  );
}

interface ProveBothProps {
  readonly submit: string;
  readonly work: (proof: { current_password: string; code: string }) => Promise<void>;
  readonly onBack: () => void;
}

const ProveBoth = ({ submit, work, onBack }: ProveBothProps) => (
  <FieldForm
    submit={submit}
    onBack={onBack}
    first={{ current_password: '', code: '' }}
    fields={[
      { ...PASSWORD, takesFocus: true },
      { ...CODE, hint: 'Six digits of your authenticator app, or a recovery code.' },
    ]}
    work={({ code, ...proof }) => work({ ...proof, code: code.trim() })}
  />
);

type Setup = Reply<'postUsersMe2faSetup'>;

interface SetUpProps {
  readonly onEnabled: (recoveryCodes: readonly string[]) => void;
}

/** Asks for the password, shows the QR code, and enables the second factor with a first code. */
function SetUp({ onEnabled }: SetUpProps) {
  const [setup, setSetup] = useState<Setup>();
  if (setup) return <FirstCode setup={setup} onEnabled={onEnabled} onBack={() => setSetup(undefined)} />;
  return (
    <>
      <p>
        Off. With it a stolen password is not enough to sign in: the page also asks for a code that an
        authenticator app on your phone shows.
      </p>
      <FieldForm
        submit="Set up"
        first={{ current_password: '' }}
        fields={[PASSWORD]}
        work={async (body) => setSetup(await post('/api/users/me/2fa/setup', { body }))}
      />
    </>
  );
}

interface FirstCodeProps extends SetUpProps {
  readonly setup: Setup;
  readonly onBack: () => void;
}

const FirstCode = ({ setup, onEnabled, onBack }: FirstCodeProps) => (
  <FieldForm
    submit="Enable"
    onBack={onBack}
    first={{ code: '' }}
    fields={[{ ...CODE, label: '2. Type the code that the app shows', takesFocus: true }]}
    work={async ({ code }) => {
      const body = { code: code.trim() };
      onEnabled((await post('/api/users/me/2fa/enable', { body })).recovery_codes);
    }}
  >
    <p>1. Scan this with an authenticator app, or type the key into it.</p>
    <img
      class="qr"
      src={`data:image/svg+xml,${encodeURIComponent(setup.qr_svg)}`}
      alt="QR code of the key below"
    />
    <p>
      Key: <code>{setup.secret}</code>
    </p>
  </FieldForm>
);
