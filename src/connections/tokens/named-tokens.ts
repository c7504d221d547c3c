// The tokens of a token set beside its main one, such as a person's beside a bot's: each is renewed, and dies, by itself.
import type { TokenSet } from "../../plugin/index.ts";

export interface NamedToken {
  access: string;
  /** Null where nothing renews it. */
  refresh: string | null;
  /** Unix milliseconds; null where it does not expire, or nobody said. */
  expiresAt: number | null;
  /** When it was last renewed, in Unix milliseconds. */
  renewedAt: number | null;
}
export type NamedTokens = Readonly<Record<string, NamedToken>>;

export const NO_NAMED_TOKENS: NamedTokens = Object.freeze({});

/** Stands between a token's name and what else is known of it, so no name may hold it. */
const PART = "/";

/** The tokens of a response, with their ends counted from `now`. */
export function namedTokensOf(others: TokenSet["others"], now: number): NamedTokens {
  return Object.fromEntries(
    Object.entries(others ?? {})
      .filter(([name]) => !name.includes(PART))
      .map(([name, token]): [string, NamedToken] => {
        if (typeof token === "string")
          return [name, { access: token, refresh: null, expiresAt: null, renewedAt: null }];
        const { accessToken, refreshToken, expiresIn } = token;
        const expiresAt = expiresIn === undefined ? null : now + expiresIn * 1_000;
        return [name, { access: accessToken, refresh: refreshToken ?? null, expiresAt, renewedAt: null }];
      }),
  );
}

/** The opposite of `namedTokensOf`, for tokens that move from one row to another. */
export function othersOf(tokens: NamedTokens, now: number): NonNullable<TokenSet["others"]> {
  return Object.fromEntries(
    Object.entries(tokens).map(([name, { access, refresh, expiresAt }]) => {
      if (refresh === null && expiresAt === null) return [name, access];
      const expiresIn = expiresAt === null ? undefined : Math.round((expiresAt - now) / 1_000);
      return [name, { accessToken: access, refreshToken: refresh ?? undefined, expiresIn }];
    }),
  );
}

/** The access tokens by name. */
export function accessTokensOf(tokens: NamedTokens): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name in tokens) found[name] = (tokens[name] as NamedToken).access;
  return found;
}

/** The text to seal: flat, since versions before read it as access tokens by name. */
export function writeNamedTokens(tokens: NamedTokens): string {
  const flat: Record<string, string> = {};
  for (const [name, { access, refresh, expiresAt, renewedAt }] of Object.entries(tokens)) {
    flat[name] = access;
    if (refresh !== null) flat[`${name}${PART}refresh`] = refresh;
    if (expiresAt !== null) flat[`${name}${PART}expires_at`] = new Date(expiresAt).toISOString();
    if (renewedAt !== null) flat[`${name}${PART}renewed_at`] = new Date(renewedAt).toISOString();
  }
  return JSON.stringify(flat);
}

export function readNamedTokens(text: string): NamedTokens {
  const flat = JSON.parse(text) as Record<string, string>;
  const timeOf = (key: string) => (flat[key] === undefined ? null : Date.parse(flat[key]));
  const tokens: Record<string, NamedToken> = {};
  for (const name in flat) {
    if (name.includes(PART)) continue;
    tokens[name] = {
      access: flat[name] as string,
      refresh: flat[`${name}${PART}refresh`] ?? null,
      expiresAt: timeOf(`${name}${PART}expires_at`),
      renewedAt: timeOf(`${name}${PART}renewed_at`),
    };
  }
  return tokens;
}
