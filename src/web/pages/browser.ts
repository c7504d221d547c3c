// What a page takes from a browser: cookies, and forms that our own pages sent.

import { AppError } from "../../foundation/errors.ts";
import type { Deps } from "../../server/deps.ts";
import { FORM_TYPE, readFormFields } from "../http/form.ts";
import type { PublicRequest } from "../http/route.ts";

const MAX_FORM_BYTES = 16 * 1024;
/** 256 bits in base64url. */
const SECRET = /^[A-Za-z0-9_-]{43}$/;
/** A text that the vault has sealed. */
const SEALED = /^[A-Za-z0-9._-]{1,4000}$/;

type Cookie = ReturnType<typeof ownCookie>;

export const secretCookie = (deps: Pick<Deps, "baseUrl">, name: string): Cookie => ownCookie(deps, name, SECRET);
export const sealedCookie = (deps: Pick<Deps, "baseUrl">, name: string): Cookie => ownCookie(deps, name, SEALED);

/** A cookie that no other host and no script can set or read; over plain HTTP, as in development, browsers refuse its prefix. */
function ownCookie({ baseUrl }: Pick<Deps, "baseUrl">, name: string, pattern: RegExp) {
  const isTls = baseUrl.startsWith("https:");
  const fullName = isTls ? `__Host-${name}` : name;
  return {
    read(request: Request): string | null {
      const values = (request.headers.get("cookie") ?? "")
        .split(";")
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${fullName}=`))
        .map((pair) => pair.slice(fullName.length + 1));
      const [value, ...others] = values;
      return value !== undefined && others.length === 0 && pattern.test(value) ? value : null;
    },
    /** As Set-Cookie. */
    write: (value: string, maxAgeSeconds: number) =>
      `${fullName}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isTls ? "; Secure" : ""}`,
  };
}

/** Reads a form that a page of ours sent; 403 for any other site's. */
export async function readOwnForm(
  deps: Pick<Deps, "baseUrl">,
  { request, arrival }: Pick<PublicRequest, "request" | "arrival">,
  maxBytes = MAX_FORM_BYTES,
): Promise<URLSearchParams> {
  assertOwnForm(deps, request);
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== FORM_TYPE) throw new AppError("UNSUPPORTED_MEDIA_TYPE", `The body must be a form: ${FORM_TYPE}.`);
  return readFormFields(request, maxBytes, arrival);
}

/**
 * 403 for what another site's page sent. Without a referrer browsers send `Origin: null`, so Sec-Fetch-Site decides, and
 * Origin only where a browser has no such header.
 */
export function assertOwnForm({ baseUrl }: Pick<Deps, "baseUrl">, { headers }: Request): void {
  const site = headers.get("sec-fetch-site");
  const isOwn = site === null ? headers.get("origin") === new URL(baseUrl).origin : site === "same-origin";
  if (!isOwn) throw foreignForm();
}

export function foreignForm(): AppError {
  return new AppError(
    "PERMISSION_DENIED",
    "This form was not sent from the gateway's own page. Open the page again and repeat it.",
  );
}
