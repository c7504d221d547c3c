// What each role of a team may do: every page and form of the dashboard against one table, over HTTP.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { addUserOf } from "../../src/identity/people/store.ts";
import { includesRole, TEAM_ROLES, type TeamRole } from "../../src/identity/people/team-roles.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { unescaped } from "../support/page-browser.ts";
import { type SignedIn, signedIn } from "./browser.ts";

setDefaultTimeout(HOOK_MS);

/** The least role for each route about a user. A route that is missing here fails the first test. */
const TABLE: Record<TeamRole, readonly string[]> = {
  viewer: [
    ...[
      "page_integrations",
      "page_tools",
      "page_tool",
      "page_requests",
      "page_request",
      "page_usage",
      "page_usage_entry",
    ],
    ...[
      "page_usage_export",
      "page_usage_export_csv",
      "page_usage_export_json",
      "page_subscriptions",
      "page_failed_sources",
      "page_webhooks",
    ],
    ...[
      "page_webhook",
      "page_accounts",
      "page_account",
      "page_clients",
      "page_connect_page",
      "page_connect_page_style",
    ],
    ...["page_shares", "page_share", "page_account_shares", "page_account_share"],
    ...[
      "page_agents",
      "page_agent_session",
      "page_approvals",
      "page_approval",
      "page_standing_approvals",
      "page_rules",
      "page_rules_text",
      "page_rules_versions",
    ],
    ...["page_keys", "page_mcp_clients", "page_team", "page_team_leaving", "form_team_leaving"],
  ],
  member: [
    ...[
      "page_choose_permissions",
      "form_connect",
      "page_disconnect",
      "form_disconnect",
      "page_connection_name",
      "form_change_connection",
      "form_tool",
      "page_inbox",
      "form_mark_events",
      "page_event",
    ],
    ...["form_event", "form_check_source", "page_delivery", "form_delivery", "page_new_account", "form_new_account"],
    ...[
      "form_account",
      "form_account_link",
      "form_account_services",
      "form_account_confirm",
      "page_account_disconnect",
    ],
    ...["form_account_disconnect", "page_client_consent", "form_client_consent", "page_revoke_mcp_client"],
    ...["form_revoke_mcp_client"],
  ],
  admin: [
    ...["page_account_delete", "form_account_delete", "page_client", "form_client", "page_client_removal"],
    ...["form_client_removal", "form_brand", "form_brand_preview", "form_origin", "page_origin_removal"],
    ...["form_origin_removal", "page_new_webhook", "form_new_webhook", "page_edit_webhook", "form_edit_webhook"],
    ...[
      "form_test_webhook",
      "form_enable_webhook",
      "page_webhook_secret",
      "form_webhook_secret",
      "page_delete_webhook",
    ],
    ...["form_delete_webhook", "page_replay_webhook", "form_replay_webhook", "page_new_key", "form_create_key"],
    ...["page_revoke_key", "form_revoke_key", "page_key_ask_first", "form_key_ask_first", "page_key_stop_asking"],
    ...["form_key_stop_asking", "page_key_record_evidence", "form_key_record_evidence"],
    ...["page_key_stop_recording", "form_key_stop_recording"],
    ...["page_new_agent_session", "form_create_agent_session", "page_end_agent_session", "form_end_agent_session"],
    ...["page_end_all_agent_sessions", "form_end_all_agent_sessions", "page_end_account_agent_sessions"],
    ...["form_end_account_agent_sessions", "page_rule", "form_rule", "form_rules_add", "form_rules_remove"],
    ...["form_rules_default", "form_rules_text", "form_rules_back", "form_decide_approval", "page_decide_approvals"],
    ...["form_decide_approvals", "form_end_standing_approval"],
    ...["page_approval_link_new", "form_approval_link_new"],
    ...["page_team_invite", "form_team_invite", "form_team_invitation_resend"],
    ...["form_team_invitation_revoke", "page_new_share", "form_new_share", "page_end_share", "form_end_share"],
    ...["page_account_new_share", "form_account_new_share", "page_account_end_share", "form_account_end_share"],
    ...["page_accept_share", "form_accept_share", "page_give_back", "form_give_back"],
    ...["page_account_end_borrowed", "form_account_end_borrowed"],
  ],
  owner: ["page_export", "page_export_file", "form_team_role", "page_team_removal", "form_team_removal"],
};
/** Routes of a person, whatever their role in a team. */
const OF_PERSON = [
  ...[
    "page_home",
    "page_search",
    "page_security",
    "page_secret",
    "form_sign_out",
    "form_acting",
    "form_language",
    "page_mails",
    "form_mails",
    "form_theme",
    "form_change_password",
  ],
  ...["form_second_factor_begin", "form_second_factor_new", "form_second_factor_remove", "form_passkey_new_options"],
  ...["form_passkey_new", "form_passkey_remove", "form_end_sessions", "form_end_session", "form_link_identity"],
  ...["form_unlink_identity", "form_link_oidc", "form_unlink_oidc"],
  ...["form_unlink_identity", "page_join_as", "form_join_as"],
];
const roleOf = (id: string) => TEAM_ROLES.find((role) => TABLE[role].includes(id)) ?? null;

describe("roles of a team", () => {
  let gateway: TestGateway;
  let person: SignedIn;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded", emulate: ["google"] });
    person = await signedIn(gateway, { partner: true });
    const permissions = ["*", "gateway:partner.manage"];
    const { key } = (await gateway.admin("POST", "/keys", { user: person.userId, permissions })).json.data;
    for (const [path, body] of [
      ["/accounts", { external_id: "customer" }],
      ["/webhook-endpoints", { url: "https://93.184.215.14/hook" }],
    ] as const) {
      const { status, text } = await gateway.call("POST", `/api/v1${path}`, { key, body });
      if (status >= 300) throw new Error(`${path} failed: ${text}`);
    }
  });
  afterAll(() => gateway.close());

  const become = (role: TeamRole) => addUserOf(gateway.database.database, person.personId, person.userId, role);
  const routes = () => {
    const ids = new Set(gateway.app.routes.map(({ id }) => id));
    return gateway.app.routes.filter(
      ({ id, path }) => /^(form|page)_/.test(id) && ids.has(`${id}_of_user`) && !path.startsWith("/operator"),
    );
  };
  const madeUp = ({ path, params }: ReturnType<typeof routes>[number]) =>
    path.replace(/\{([^}]+)\}/g, (_, name: string) =>
      params?.properties[name]?.format === "uuid" ? crypto.randomUUID() : "user",
    );

  test("every route about a user has its role in the table", () => {
    const unknown = routes().filter(({ id }) => roleOf(id) === null && !OF_PERSON.includes(id));
    expect(unknown.map(({ id }) => id)).toEqual([]);
    const ids = new Set(routes().map(({ id }) => id));
    expect([...Object.values(TABLE).flat(), ...OF_PERSON].filter((id) => !ids.has(id))).toEqual([]);
  });

  for (const role of TEAM_ROLES)
    test(`${role}: every page and form is there or refused as the table says`, async () => {
      await become(role);
      const { text } = await person.get("/settings/keys");
      const token = /name="form_token" value="([^"]+)"/.exec(text)?.[1] as string;
      for (const route of routes().filter(({ id }) => roleOf(id) !== null)) {
        const path = madeUp(route);
        const response = await (route.method === "GET"
          ? person.get(path)
          : person.post(path, { form_token: token, typed: "user" }));
        if (route.id === "form_team_leaving") await become(role);
        const isRefused = unescaped(response.text).includes("This needs the role");
        const mayUse = includesRole(role, roleOf(route.id) as TeamRole);
        expect([route.id, isRefused]).toEqual([route.id, !mayUse]);
        if (!mayUse)
          expect([response.status, response.headers.get("x-error-code")]).toEqual([403, "PERMISSION_DENIED"]);
      }
    });

  for (const role of TEAM_ROLES)
    test(`${role}: no page has a form or a link that the role refuses`, async () => {
      await become(role);
      const templates = routes().map((route) => ({
        ...{ id: route.id, method: route.method, path: route.path },
        pattern: new RegExp(`^${route.path.replace(/\{[^}]+\}/g, "[^/]+")}$`),
      }));
      const idOf = (method: string, path: string) => {
        const own = templates.filter((one) => one.method === method);
        return (own.find((one) => one.path === path) ?? own.find((one) => one.pattern.test(path)))?.id ?? "";
      };
      const queue = routes().flatMap(({ id, method, path }) => {
        const least = roleOf(id);
        const isOpen = least === null || includesRole(role, least);
        return method === "GET" && !path.includes("{") && isOpen && id !== "page_client_consent" ? path : [];
      });
      const seen = new Set(queue);
      let forms = 0;
      for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
        const page = await person.get(path);
        const { text } = page;
        for (const [, tag, attributes = ""] of text.matchAll(/<(form|a) ([^>]*)>/g)) {
          const address = unescaped(/ (?:action|href)="(\/[^"?#]*)/.exec(` ${attributes}`)?.[1] ?? "");
          const id = idOf(/method="post"/.test(attributes) ? "POST" : "GET", address);
          const least = roleOf(id);
          if (tag === "form" && least !== null) forms++;
          if (least !== null) expect([path, id, includesRole(role, least)]).toEqual([path, id, true]);
          if (tag === "a" && /\/(webhooks|accounts)\//.test(address) && !seen.has(address)) {
            seen.add(address);
            queue.push(address);
          }
        }
      }
      expect(seen.size).toBeGreaterThan(15);
      if (includesRole(role, "member")) expect(forms).toBeGreaterThan(3);
    });
});
