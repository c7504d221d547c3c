// The demo's partner: accounts of two customers, each connected to another person's Google, each seeing its own data only.
import { StartupError } from "../errors.ts";
import { connect } from "./connecting.ts";
import { createUserAndKey, isMadeOrThere } from "./operator.ts";
import { ask, type Caller, type Shown, title } from "./show.ts";

const ACCOUNTS = "/api/v1/accounts";

interface Customer {
  externalId: string;
  name: string;
  /** Who consents at Google, and whose data the account must see. */
  person: string;
  subject: string;
  meeting: string;
}

const CUSTOMERS: readonly Customer[] = [
  {
    externalId: "customer-1",
    name: "Grace's shop",
    person: "grace@example.com",
    subject: "The drawings",
    meeting: "Compiler talk",
  },
  {
    externalId: "customer-2",
    name: "Alan's workshop",
    person: "alan@example.com",
    subject: "A tape without an end",
    meeting: "Chess with a machine",
  },
];

export interface PartnerMade {
  apiKey: string;
  accounts: { id: string; externalId: string }[];
}

export async function showPartner(baseUrl: string, adminToken: string, shown: Shown[]): Promise<PartnerMade> {
  title("A partner: a user with a partner profile, and a key that serves its connected accounts alone");
  const wanted = {
    user: { email: "acme@example.com" },
    partner: { name: "Acme", tier: "pro" },
    key: { name: "demo", partner_only: true },
  };
  const apiKey = await createUserAndKey(baseUrl, adminToken, wanted, shown);
  const caller = { baseUrl, key: apiKey, keyName: "$PARTNER_KEY" };
  const accounts = await createAccounts(caller, shown);
  for (const [index, customer] of CUSTOMERS.entries()) {
    await connectGoogle(caller, `${ACCOUNTS}/${accounts[index]?.id}`, customer, shown);
  }
  await callForEach(caller, shown);
  title("The partner's month");
  const hasMonth = (status: number, text: string) => status === 200 && text.includes('"partner":{"tier":"pro"');
  const path = "/api/v1/usage/summary";
  const summary = await ask({ ...caller, method: "GET", path, isExpected: hasMonth }, shown);
  console.log(`  partner   ${JSON.stringify(summary.partner)}`);
  return { apiKey, accounts };
}

/** In the order of the customers; the list tells the ids also where the accounts were there already. */
async function createAccounts(caller: Caller, shown: Shown[]): Promise<PartnerMade["accounts"]> {
  title("Connected accounts, one for each customer");
  for (const { externalId, name } of CUSTOMERS) {
    const body = { external_id: externalId, display_name: name };
    await ask({ ...caller, method: "POST", path: ACCOUNTS, body, isExpected: isMadeOrThere }, shown);
  }
  const listed = await ask({ ...caller, method: "GET", path: `${ACCOUNTS}?limit=200` }, shown);
  const accounts = listed.accounts as { id: string; external_id: string }[];
  return CUSTOMERS.map(({ externalId }) => {
    const account = accounts.find(({ external_id }) => external_id === externalId);
    if (!account) throw new StartupError("The demo could not make an account.");
    return { id: account.id, externalId };
  });
}

async function connectGoogle(caller: Caller, account: string, customer: Customer, shown: Shown[]): Promise<void> {
  const { externalId, person } = customer;
  title(`Connect google for ${externalId}: authorize page, consent as ${person}, callback, confirmation`);
  const wanted = { path: `${account}/connect`, provider: "google", person, confirm: true } as const;
  const brought = await connect(caller, wanted, shown);
  const body = { confirm_token: brought.get("confirm_token") };
  await ask({ ...caller, method: "POST", path: `${account}/integrations/google/confirm`, body }, shown);
  await ask({ ...caller, method: "GET", path: `${account}/integrations` }, shown);
}

/** The same calls for each account; an answer must hold the customer's own data and nobody else's. */
async function callForEach(caller: Caller, shown: Shown[]): Promise<void> {
  for (const customer of CUSTOMERS) {
    title(`Gmail and Google Calendar for ${customer.externalId}`);
    const account = { ...caller, method: "GET", headers: { "x-account-id": customer.externalId } };
    for (const [path, field] of [
      ["/api/v1/google/gmail/messages?limit=2", "subject"],
      ["/api/v1/google/calendar/events?limit=2", "meeting"],
    ] as const) {
      const others = CUSTOMERS.filter((other) => other !== customer).map((other) => other[field]);
      const isOwn = (status: number, text: string) =>
        status === 200 && text.includes(customer[field]) && !others.some((other) => text.includes(other));
      await ask({ ...account, path, isExpected: isOwn }, shown);
    }
  }
  title("An account that this partner does not have");
  await ask(
    {
      ...caller,
      method: "GET",
      path: "/api/v1/google/gmail/messages",
      headers: { "x-account-id": "nobody" },
      isExpected: (status) => status === 404,
    },
    shown,
  );
}
