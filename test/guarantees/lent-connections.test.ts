// N-2: nothing beyond a loan's list and nothing after its end, on every replica: random loans, ends and calls against a model.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mcpSender } from "../agents/mcp/message.ts";
import { acme } from "../support/acme.ts";
import { laneOf } from "../support/database.ts";
import type { TestGateway } from "../support/gateway.ts";
import { random } from "../support/random.ts";
import { insertGrant, recordingProvider } from "../support/test-partners.ts";
import { startTwoGateways, type TwoGateways } from "../support/two-gateways.ts";

setDefaultTimeout(900_000);
const CALLS = Number(process.env.CALLS ?? 1_500);
/** Calls between two changes, on average. */
const CALLS_PER_CHANGE = 3;
const HOUR_MS = 3_600_000;
const LISTS = [["items.read"], ["items.write"], ["acme:*"], ["items.*", "proxy.use"], ["items.read", "acme:proxy.use"]];
/** What is called through which door, and the permission that it needs. */
const ATTEMPTS = [
  { door: "path", method: "GET", path: "/api/v1/acme/items/1", needs: "items.read" },
  { door: "path", method: "GET", path: "/api/v1/acme/items?limit=1", needs: "items.read" },
  { door: "path", method: "POST", path: "/api/v1/acme/items", body: { title: "one" }, needs: "items.write" },
  { door: "path", method: "DELETE", path: "/api/v1/acme/items/1", needs: "items.write" },
  { door: "path", method: "GET", path: "/api/v1/acme/proxy/items/1", needs: "proxy.use" },
  { door: "name", tool: "acme_get_item", args: { id: "1" }, needs: "items.read" },
  { door: "name", tool: "acme_create_item", args: { title: "one" }, needs: "items.write" },
  { door: "mcp", tool: "acme_get_item", args: { id: "1" }, needs: "items.read" },
  { door: "mcp", tool: "acme_create_item", args: { title: "one" }, needs: "items.write" },
] as const;

interface Loan {
  id: string;
  name: string;
  lender: number;
  borrower: number;
  list: readonly string[];
  endsAt: number;
  isOver: boolean;
}

const includes = (list: readonly string[], needs: string) =>
  list.some((one) =>
    needs === "proxy.use"
      ? one.endsWith("proxy.use")
      : one === needs || one === "acme:*" || one === `${needs.split(".")[0]}.*`,
  );

for (const lane of laneOf(import.meta.file)) {
  const upstream = recordingProvider(({ method }) =>
    method === "DELETE" ? new Response(null, { status: 204 }) : Response.json({ id: 1, title: "one", items: [] }),
  );
  let gateways: TwoGateways;
  beforeAll(async () => {
    const settings = { acme: { clientId: "client", clientSecret: "secret" } };
    gateways = await startTwoGateways({ lane, plugins: [acme], settings, fetch: upstream.fetch });
  }, 60_000);
  afterAll(() => gateways.close());

  test(`N-2: of ${CALLS} calls each is within its loan's list and time on ${lane}`, async () => {
    const { below, oneOf } = random(34);
    const { one, two } = gateways;
    const replicas: readonly TestGateway[] = [one, two];
    const { userId, email, key } = await one.partner({
      tier: "enterprise",
      permissions: ["*", "gateway:shares.manage", "proxy.use"],
    });
    const overrides = { minute: 1_000_000, day: 10_000_000, month: 100_000_000 };
    await one.admin("PATCH", `/partners/${email}`, { overrides });
    const accounts: { id: string; externalId: string; token: string }[] = [];
    for (const externalId of ["a", "b", "c", "d"]) {
      const id = await one.account(key, externalId);
      await insertGrant(one, { userId, accountId: id }, "acme");
      accounts.push({ id, externalId, token: `token.${userId}.${id}.acme` });
    }
    const loans: Loan[] = [];
    const isLiving = ({ isOver, endsAt }: Loan) => !isOver && endsAt > one.clock.now();
    const pathOf = (lender: number) => `/api/v1/accounts/${accounts[lender]?.id}/integrations/acme/shares`;
    const settled = () => Promise.all(replicas.map((replica) => replica.heard()));

    const lend = async () => {
      const [lender, borrower, list] = [below(4), below(4), oneOf(LISTS)];
      const endsAt = below(3) === 0 ? one.clock.now() + HOUR_MS : Infinity;
      const body = {
        to: { account: accounts[borrower]?.id },
        permissions: list,
        name: `n${below(6)}`,
        ...(endsAt !== Infinity && { until: new Date(endsAt).toISOString() }),
      };
      const { status, json } = await oneOf(replicas).call("POST", pathOf(lender), { key, body });
      const living = loans.filter((loan) => isLiving(loan) && loan.borrower === borrower);
      const clashes = living.some((loan) => loan.lender === lender || loan.name === `shared:${body.name}`);
      expect([lender, borrower, status]).toEqual([lender, borrower, lender === borrower ? 400 : clashes ? 409 : 200]);
      if (status === 200)
        loans.push({ id: json.data.id, name: json.data.name, lender, borrower, list, endsAt, isOver: false });
    };
    const end = async () => {
      const loan = loans.filter(isLiving)[below(8)];
      if (!loan) return;
      const { status } = await oneOf(replicas).call("DELETE", `${pathOf(loan.lender)}/${loan.id}`, { key });
      expect(status).toBe(200);
      loan.isOver = true;
    };
    const pass = async () => {
      for (const { clock } of replicas) clock.move(HOUR_MS / 3);
    };
    /** A new grant of another identity in its place, as the version before stores it too. */
    const replace = async () => {
      const lender = below(4);
      await one.database.database.query(
        "update connections set identity_id = $2 where account_id = $1::uuid and provider = 'acme'",
        [accounts[lender]?.id as string, crypto.randomUUID()],
      );
      for (const loan of loans) if (loan.lender === lender) loan.isOver = true;
    };
    const CHANGES = [lend, lend, lend, end, pass, replace];

    const call = async (replica: TestGateway, borrower: string, name: string): Promise<string | undefined> => {
      const from = upstream.requests.length;
      const attempt = tried;
      const headers = { "x-account-id": borrower, "x-connection": name };
      if (attempt.door === "path")
        await replica.call(attempt.method, attempt.path, {
          key,
          headers,
          ...("body" in attempt && { body: attempt.body }),
        });
      else if (attempt.door === "name")
        await replica.call("POST", `/api/v1/tools/${attempt.tool}/execute`, {
          key,
          headers: { "x-account-id": borrower },
          body: { arguments: { ...attempt.args, connection: name } },
        });
      else
        await mcpSender(replica, { key, headers: { "x-account-id": borrower } })("tools/call", {
          name: attempt.tool,
          arguments: { ...attempt.args, connection: name },
        });
      return (
        upstream.requests
          .slice(from)
          .map(({ token }) => token)
          .join() || undefined
      );
    };
    let tried: (typeof ATTEMPTS)[number] = ATTEMPTS[0];
    const wrong: string[] = [];
    const counts = { within: 0, beyond: 0, after: 0 };
    for (let done = 0; done < CALLS; done++) {
      if (below(CALLS_PER_CHANGE) === 0) {
        await oneOf(CHANGES)();
        await settled();
      }
      const loan = loans.slice(-12)[below(12)];
      if (!loan) continue;
      tried = oneOf(ATTEMPTS);
      const meant = loans.find(
        (other) => other.borrower === loan.borrower && other.name === loan.name && isLiving(other),
      );
      const isWithin = meant !== undefined && includes(meant.list, tried.needs);
      counts[isWithin ? "within" : meant ? "beyond" : "after"]++;
      const wanted = isWithin ? accounts[meant.lender]?.token : undefined;
      const got = await call(oneOf(replicas), accounts[loan.borrower]?.externalId as string, loan.name);
      if (got !== wanted) wrong.push(`call ${done}, ${JSON.stringify({ loan, tried })}: ${got} is not ${wanted}`);
    }
    expect(wrong).toEqual([]);
    // A run of only one kind would prove nothing.
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(CALLS / 20);
  });
}
