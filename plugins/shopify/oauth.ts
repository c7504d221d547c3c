// Shopify's OAuth at the shop's own host, with a signed callback and offline tokens that expire: shopify.dev, "Authorization code grant".
import { hmacText, type OAuth, type TokenSet, textAt, timingSafeEqual } from "gateway/plugin";

/** A shop's permanent host; its own domains are no API hosts. */
export const SHOP = /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?\.myshopify\.com$/;

/** Access tokens live an hour where the response does not say. */
const ACCESS_LIFE_S = 3_600;

const SCOPES = ["products", "inventory", "orders", "customers", "merchant_managed_fulfillment_orders", "draft_orders"];

export const oauth: OAuth = {
  authorizationUrl: "https://{shop}/admin/oauth/authorize",
  tokenUrl: "https://{shop}/admin/oauth/access_token",
  // Shopify documents none, and signs the callback.
  pkce: false,
  checkCallback,
  clientAuth: "body",
  tokenBody: "json",
  // Otherwise Shopify gives a token that never expires, which it refuses to public apps.
  tokenParams: { expiring: "1" },
  scopeSeparator: ",",
  credential: { header: "X-Shopify-Access-Token" },
  implies: Object.fromEntries(SCOPES.map((name) => [`write_${name}`, [`read_${name}`]])),
  tokens: readTokens,
  tokenError,
};

/**
 * The `hmac` over all other parameters, sorted and encoded as a form but for blanks, and the shop that was typed. Shopify's
 * libraries also refuse a `timestamp` of another minute; here `state` is valid once and for a short time.
 */
export function checkCallback(
  parameters: readonly (readonly [string, string])[],
  { clientSecret, tenant }: { clientSecret: string; tenant: Readonly<Record<string, string>> },
): boolean {
  const values = new Map(parameters);
  const [hmac, shop, time] = [values.get("hmac"), values.get("shop"), values.get("timestamp")];
  const isOnce = values.size === parameters.length;
  if (!isOnce || hmac === undefined || shop !== tenant.shop || !/^\d{1,12}$/.test(time ?? "")) return false;
  const others = parameters.filter(([name]) => name !== "hmac").toSorted(([a], [b]) => (a < b ? -1 : 1));
  const message = new URLSearchParams(others.map(([name, value]) => [name, value])).toString().replaceAll("+", "%20");
  return timingSafeEqual(hmacText(clientSecret, message, "hex"), hmac);
}

export function readTokens(json: Record<string, unknown>): TokenSet {
  const seconds = (name: string) => {
    const value = Number(json[name]);
    return Number.isFinite(value) && value > 0 ? value : undefined;
  };
  const refreshToken = textAt(json, "refresh_token") || undefined;
  return {
    accessToken: textAt(json, "access_token") ?? "",
    refreshToken,
    expiresIn: seconds("expires_in") ?? (refreshToken ? ACCESS_LIFE_S : undefined),
    refreshExpiresIn: seconds("refresh_token_expires_in"),
    scopes: typeof json.scope === "string" ? json.scope.split(",").filter(Boolean) : undefined,
  };
}

/** A spent refresh token is an `invalid_request` with a sentence. */
export function tokenError(json: Record<string, unknown>): string | undefined {
  const text = [json.error, json.error_description].join(" ");
  if (/active refresh_token/i.test(text)) return "invalid_grant";
  return /could not find shopify api application/i.test(text) ? "invalid_client" : undefined;
}
