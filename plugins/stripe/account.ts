// The Stripe account behind a key: how people give the key, the identity, and the account's endpoints.
import { type ApiKey, endpoint, field, maybe, maybeText, one, path, record, resource, t } from "gateway/plugin";
import { isLive } from "./fields.ts";

export const apiKey: ApiKey = {
  fields: {
    api_key: {
      label: "API key",
      help: "Preferably a restricted key with only the permissions that you want to give: a secret key may do everything. Test mode keys work too.",
      steps: ["Developers", "API keys", "Create restricted key"],
      link: "https://dashboard.stripe.com/apikeys",
      // Publishable keys (pk_), webhook secrets (whsec_) and account ids are no API keys.
      pattern: /^(sk|rk)_(live|test)_[A-Za-z0-9]{16,247}$/,
      example: "rk_test_51ExampleExampleExample",
    },
  },
};

const accountRaw = t.Object({
  id: t.String({ pattern: "^acct_" }),
  email: maybeText,
  business_profile: maybe(t.Object({ name: maybeText })),
  settings: maybe(t.Object({ dashboard: maybe(t.Object({ display_name: maybeText })) })),
});
/** A restricted key may not read the account, and the refusal names it: "… for this endpoint on account 'acct_1Ab'". */
const NAMED = /\bacct_[A-Za-z0-9]{8,240}\b/;
const refusalRaw = t.Object({ error: t.Object({ message: t.String({ pattern: NAMED.source }) }) });

export const identity = {
  upstream: "/account",
  refusalStatuses: [403],
  resource: resource({
    raw: t.Union([accountRaw, refusalRaw]),
    shape: t.Object({ id: t.String(), name: t.String() }),
    map: (raw) => {
      if ("error" in raw) {
        const id = NAMED.exec(raw.error.message)?.[0] ?? "";
        return { id, name: id };
      }
      const { id, settings, business_profile, email } = raw;
      return { id, name: settings?.dashboard?.display_name || business_profile?.name || email || id };
    },
  }),
} as const;

const account = record({
  id: field.id(),
  name: field.nullableText({ from: "settings.dashboard.display_name" }),
  business_name: field.nullableText({ from: "business_profile.name" }),
  business_url: field.nullableText({ from: "business_profile.url" }),
  email: field.nullableText(),
  country: field.nullableText({ description: "Two-letter country code." }),
  default_currency: field.nullableText(),
  can_charge: field.flag({ from: "charges_enabled", description: "Whether it can take payments." }),
  can_pay_out: field.flag({
    from: "payouts_enabled",
    description: "Whether Stripe can pay out its balance to a bank account.",
  }),
});

const money = record({
  amount: field.integer({ description: "In the currency's smallest unit; may be negative." }),
  currency: field.text(),
});
const balance = record({
  available: field.many(money, { description: "Amount that can be paid out now, for each currency." }),
  pending: field.many(money, { description: "Amount that is not yet available, for each currency." }),
  is_live: isLive,
});

export const accountEndpoints = {
  get_account: endpoint({
    method: "GET",
    path: "/account",
    permission: "account.read",
    description: "Get the connected Stripe account: its name, country, currency and whether it can take payments.",
    keywords: ["who am i", "my account", "business"],
    upstream: () => ({ path: path`/account` }),
    returns: one(account, { by: "owner" }),
  }),
  get_balance: endpoint({
    method: "GET",
    path: "/balance",
    permission: "account.read",
    description: "Get the balance of the Stripe account, available and pending, for each currency.",
    keywords: ["funds", "pending payouts"],
    upstream: () => ({ path: path`/balance` }),
    returns: one(balance),
  }),
};
