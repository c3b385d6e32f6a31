/** Credentials of requests: an API key, a session with tokens kept by a program, or a page session kept by a cookie. */
import type { PatientFetch } from './patient-fetch.ts';
import { Problem } from './problem.ts';

export interface Session {
  /** Headers that authenticate a request. */
  headers(): Promise<SessionHeaders>;
  /** Called after a 401. Resolves with true if headers other than `refused` are available. */
  renew(refused: SessionHeaders): Promise<boolean>;
}

type SessionHeaders = Readonly<Record<string, string>>;

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  /** Expiry of the access token, Unix time, s. */
  readonly expires_at: number;
}

interface TokenReply {
  readonly access_token: string;
  readonly refresh_token?: string;
  /** Lifetime of the access token, s. */
  readonly expires_in: number;
}

/** Time before expiry at which tokens are renewed, s. */
const MARGIN_S = 30;

const nowS = (): number => Math.floor(Date.now() / 1000);

export const toTokens = ({ access_token, refresh_token = '', expires_in }: TokenReply): Tokens => ({
  access_token,
  refresh_token,
  expires_at: nowS() + expires_in,
});

export const anonymous: Session = { headers: async () => ({}), renew: async () => false };

export const withApiKey = (key: string): Session => ({
  headers: async () => ({ 'x-api-key': key }),
  renew: async () => false,
});

interface TokenSession {
  /** Current tokens. Read anew each time, as another process of the same user may have renewed them. */
  read(): Promise<Tokens | undefined>;
  /** Stores tokens; `undefined` when the session has ended. */
  save(tokens: Tokens | undefined): Promise<void>;
  exchange(refreshToken: string): Promise<TokenReply>;
}

/** Session with tokens; all requests that wait for a renewal share one exchange. */
export function withTokens({ read, save, exchange }: TokenSession): Session {
  let renewing: Promise<boolean> | undefined;
  async function renewNow(refused: SessionHeaders): Promise<boolean> {
    const tokens = await read();
    if (!tokens) return false;
    if (bearer(tokens)['authorization'] !== refused['authorization']) return true;
    try {
      await save(toTokens(await exchange(tokens.refresh_token)));
      return true;
    } catch (error) {
      if (!(error instanceof Problem && [401, 403].includes(error.status))) throw error;
      // Another process may have renewed the tokens first; its tokens are used then.
      const now = await read();
      if (now && now.refresh_token !== tokens.refresh_token) return true;
      await save(undefined);
      return false;
    }
  }
  function renew(refused: SessionHeaders): Promise<boolean> {
    renewing ??= renewNow(refused).finally(() => {
      renewing = undefined;
    });
    return renewing;
  }
  return {
    async headers() {
      const tokens = await read();
      if (!tokens) return {};
      const isFresh = tokens.expires_at > nowS() + MARGIN_S;
      return bearer(isFresh || !(await renew(bearer(tokens))) ? tokens : ((await read()) ?? tokens));
    },
    renew,
  };
}

const bearer = ({ access_token }: Tokens): SessionHeaders => ({ authorization: `Bearer ${access_token}` });

/** Adds the headers of `session` to requests. Repeats a request once if its token has expired. */
export function asSession(session: Session, fetch: PatientFetch): PatientFetch {
  const send = (request: Request, headers: SessionHeaders): Promise<Response> => {
    const signed = new Request(request.clone());
    for (const [name, value] of Object.entries(headers)) signed.headers.set(name, value);
    return fetch(signed);
  };
  return async (request) => {
    const headers = await session.headers();
    try {
      return await send(request, headers);
    } catch (error) {
      if (!(error instanceof Problem && error.isTokenRefused && (await session.renew(headers)))) throw error;
      return send(request, await session.headers());
    }
  };
}
