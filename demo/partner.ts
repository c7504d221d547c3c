// The demo's partner: accounts of two customers, each connected to another Google account and limited to its own data.
import { StartupError } from "../src/foundation/errors.ts";
import { type Caller, type CallResult, printCall, title } from "./call.ts";
import { connect } from "./connect.ts";
import { createUserAndKey, DEMO_PERMISSIONS, isCreatedOrExists } from "./operator.ts";

const ACCOUNTS = "/api/v1/accounts";

interface Customer {
  externalId: string;
  name: string;
  /** Who consents at Google. */
  person: string;
  /** A mail's and an event's title that only this customer may see. */
  mail: string;
  meeting: string;
}

const CUSTOMERS: readonly Customer[] = [
  {
    externalId: "customer-1",
    name: "Grace's shop",
    person: "grace@example.com",
    mail: "The drawings",
    meeting: "Compiler talk",
  },
  {
    externalId: "customer-2",
    name: "Alan's workshop",
    person: "alan@example.com",
    mail: "A tape without an end",
    meeting: "Chess with a machine",
  },
];

export interface DemoPartner {
  apiKey: string;
  accounts: { id: string; externalId: string }[];
}

export async function runPartner(baseUrl: string, adminToken: string, results: CallResult[]): Promise<DemoPartner> {
  title("A partner: a user with a partner profile, and a key that serves its connected accounts alone");
  const setup = {
    user: { email: "acme@example.com" },
    partner: { name: "Acme", tier: "pro" },
    key: { name: "demo", partner_only: true, permissions: DEMO_PERMISSIONS },
  };
  const apiKey = await createUserAndKey(baseUrl, adminToken, setup, results);
  const caller = { baseUrl, key: apiKey, keyName: "$PARTNER_KEY" };
  const accounts = await createAccounts(caller, results);
  for (const [index, customer] of CUSTOMERS.entries()) {
    await connectGoogle(caller, `${ACCOUNTS}/${accounts[index]?.id}`, customer, results);
  }
  await callForEachCustomer(caller, results);
  title("The partner's month");
  const hasMonth = (status: number, text: string) => status === 200 && text.includes('"partner":{"tier":"pro"');
  const path = "/api/v1/usage/summary";
  const summary = await printCall({ ...caller, method: "GET", path, isExpected: hasMonth }, results);
  console.log(`  partner   ${JSON.stringify(summary.partner)}`);
  return { apiKey, accounts };
}

/** In the order of the customers; the list tells the ids also where the accounts were there already. */
async function createAccounts(caller: Caller, results: CallResult[]): Promise<DemoPartner["accounts"]> {
  title("Connected accounts, one for each customer");
  for (const { externalId, name } of CUSTOMERS) {
    const body = { external_id: externalId, display_name: name };
    await printCall({ ...caller, method: "POST", path: ACCOUNTS, body, isExpected: isCreatedOrExists }, results);
  }
  const listed = await printCall({ ...caller, method: "GET", path: `${ACCOUNTS}?limit=200` }, results);
  const accounts = listed.accounts as { id: string; external_id: string }[];
  return CUSTOMERS.map(({ externalId }) => {
    const account = accounts.find(({ external_id }) => external_id === externalId);
    if (!account) throw new StartupError("The demo could not make an account.");
    return { id: account.id, externalId };
  });
}

async function connectGoogle(
  caller: Caller,
  account: string,
  customer: Customer,
  results: CallResult[],
): Promise<void> {
  const { externalId, person } = customer;
  title(`Connect google for ${externalId}: authorize page, consent as ${person}, callback, confirmation`);
  const request = { path: `${account}/connect`, provider: "google", person, confirm: true } as const;
  const params = await connect(caller, request, results);
  const body = { confirm_token: params.get("confirm_token") };
  await printCall({ ...caller, method: "POST", path: `${account}/integrations/google/confirm`, body }, results);
  await printCall({ ...caller, method: "GET", path: `${account}/integrations` }, results);
}

/** A response must hold the customer's own data and nobody else's. */
async function callForEachCustomer(caller: Caller, results: CallResult[]): Promise<void> {
  for (const customer of CUSTOMERS) {
    title(`Gmail and Google Calendar for ${customer.externalId}`);
    const account = { ...caller, method: "GET", headers: { "x-account-id": customer.externalId } };
    for (const [path, field] of [
      ["/api/v1/google/gmail/messages?limit=2", "mail"],
      ["/api/v1/google/calendar/events?limit=2", "meeting"],
    ] as const) {
      const others = CUSTOMERS.filter((other) => other !== customer).map((other) => other[field]);
      const isOwn = (status: number, text: string) =>
        status === 200 && text.includes(customer[field]) && !others.some((other) => text.includes(other));
      await printCall({ ...account, path, isExpected: isOwn }, results);
    }
  }
  title("An account that this partner does not have");
  await printCall(
    {
      ...caller,
      method: "GET",
      path: "/api/v1/google/gmail/messages",
      headers: { "x-account-id": "nobody" },
      isExpected: (status) => status === 404,
    },
    results,
  );
}
