// The issuer that a form or a path names.
import { Type as t } from "@sinclair/typebox";
import { AppError } from "../../foundation/errors.ts";
import type { Issuer } from "../../identity/oidc/issuer.ts";
import type { Deps } from "../../server/deps.ts";

export const issuerParams = t.Object({
  issuer: t.String({ maxLength: 32, description: "The issuer's name in OIDC_ISSUERS." }),
});

const notSetUp = () => new AppError("NOT_FOUND", "Sign-in with this OpenID Connect issuer is not set up.");

/** The first issuer for a form that names none. */
export function issuerOfForm({ issuers }: Pick<Deps, "issuers">, sent: URLSearchParams): Issuer {
  const id = sent.get("issuer");
  const issuer = id === null ? issuers.all[0] : issuers.all.find((one) => one.id === id);
  if (!issuer) throw notSetUp();
  return issuer;
}

/** The paths of the issuer without a name have no key. */
export function issuerOfPath({ issuers }: Pick<Deps, "issuers">, params: Readonly<Record<string, unknown>>): Issuer {
  const key = params.issuer ?? null;
  const issuer = issuers.all.find(({ settings }) => settings.key === key);
  if (!issuer) throw notSetUp();
  return issuer;
}
