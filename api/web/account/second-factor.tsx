/** The second factor: set up with an authenticator app, its recovery codes, and its end. */
import { useState } from 'preact/hooks';
import { data, type Reply } from '../../client/client.ts';
import { Card, Loaded, Notice, Page, ProblemNotice, Time } from '../parts/elements.tsx';
import { FieldForm, PASSWORD } from '../parts/field-form.tsx';
import { useAction } from '../parts/form.tsx';
import { Secret } from '../parts/secret.tsx';
import { api, reloadMe } from '../parts/session.ts';
import { useLoad } from '../parts/use-load.ts';

/** In front of all views while the account must have a second factor and has none. */
export const Enrol = () => (
  <Page title="Set up a second factor">
    <Notice tone="warning">
      Your account must have a second factor. Everything else opens once it is on.
    </Notice>
    <SecondFactor onKept={reloadMe} />
  </Page>
);

interface SecondFactorProps {
  /** Called when the recovery codes are kept. */
  readonly onKept?: () => Promise<void>;
}

export function SecondFactor({ onKept }: SecondFactorProps) {
  const factor = useLoad(() => data(api.GET('/api/users/me/2fa')), []);
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
      Keep these recovery codes where your phone is not. Each signs you in once without the phone; they are
      never shown again.
    </Notice>
    <Secret label="Recovery codes" text={codes.join('\n')} fileName="recovery-codes.txt" />
    <button type="button" class="primary" onClick={onKept}>
      I have kept them
    </button>
  </>
);

interface EnabledProps {
  readonly state: Reply<'getUsersMe2fa'>;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onDisabled: () => void;
}

const FEW_CODES = 3;

function Enabled({ state, onCodes, onDisabled }: EnabledProps) {
  const [asked, setAsked] = useState<'codes' | 'disable'>();
  return (
    <>
      <p>
        On since <Time at={state.enabled_at} />: signing in asks for a code of your authenticator app.
      </p>
      <Notice tone={state.recovery_codes_left < FEW_CODES ? 'warning' : 'quiet'}>
        Recovery codes left: {state.recovery_codes_left}
      </Notice>
      {asked ? (
        <ProveBoth
          submit={asked === 'codes' ? 'Make new recovery codes' : 'Disable the second factor'}
          work={async (body) => {
            if (asked === 'codes') {
              onCodes((await data(api.POST('/api/users/me/2fa/recovery-codes', { body }))).recovery_codes);
            } else {
              await data(api.POST('/api/users/me/2fa/disable', { body }));
              onDisabled();
            }
          }}
          onBack={() => setAsked(undefined)}
        />
      ) : (
        <div class="buttons">
          <button type="button" onClick={() => setAsked('codes')}>
            New recovery codes
          </button>
          {!state.required && (
            <button type="button" class="danger" onClick={() => setAsked('disable')}>
              Disable
            </button>
          )}
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
      {
        name: 'code',
        label: 'Code',
        autocomplete: 'one-time-code',
        hint: 'Six digits of your authenticator app, or a recovery code.',
        required: true,
      },
    ]}
    work={({ code, ...proof }) => work({ ...proof, code: code.trim() })}
  />
);

type Setup = Reply<'postUsersMe2faSetup'>;

interface SetUpProps {
  readonly onEnabled: (recoveryCodes: readonly string[]) => void;
}

/** From the password to a QR code, and from its first code to a second factor. */
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
        work={async (body) => setSetup(await data(api.POST('/api/users/me/2fa/setup', { body })))}
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
    fields={[
      {
        name: 'code',
        label: '2. Type the code that the app shows',
        autocomplete: 'one-time-code',
        takesFocus: true,
        required: true,
      },
    ]}
    work={async ({ code }) => {
      const body = { code: code.trim() };
      onEnabled((await data(api.POST('/api/users/me/2fa/enable', { body }))).recovery_codes);
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
