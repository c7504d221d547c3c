// The operations of the operator's API that commands call, by their ids: a command starts without what carries them out.
import type { Method } from "../../plugin/index.ts";
import type { AdminData, AdminOperationId } from "../admin/routes.ts";

export const OPERATIONS = {
  admin_accept_webhook_secret: "POST /webhooks/{provider}/secret/accept",
  admin_change_key: "PATCH /keys/{id}",
  admin_change_partner: "PATCH /partners/{user}",
  admin_change_person: "PATCH /people/{person}",
  admin_change_user: "PATCH /users/{user}",
  admin_count_revocations: "GET /revocation-counts",
  admin_create_key: "POST /keys",
  admin_create_partner: "POST /partners",
  admin_create_token: "POST /admin-tokens",
  admin_create_user: "POST /users",
  admin_delete_account: "DELETE /users/{user}/accounts/{account}",
  admin_delete_user: "DELETE /users/{user}",
  admin_delete_webhook_secret: "DELETE /webhooks/{provider}/secret",
  admin_end_agent_session: "DELETE /agent-sessions/{id}",
  admin_explain_policies: "POST /policy/explain",
  admin_export_user: "GET /users/{user}/export",
  admin_get_policy: "GET /policy",
  admin_import_integrations: "POST /integrations",
  admin_invite_person: "POST /people",
  admin_link_first_owner: "POST /first-owner-link",
  admin_link_person: "POST /people/{person}/link",
  admin_list_agent_sessions: "GET /agent-sessions",
  admin_list_audit: "GET /audit",
  admin_list_erasures: "GET /erasures",
  admin_list_failed_jobs: "GET /jobs/{queue}/failed",
  admin_list_keys: "GET /users/{user}/keys",
  admin_list_mcp_clients: "GET /users/{user}/mcp-clients",
  admin_list_partners: "GET /partners",
  admin_list_people: "GET /people",
  admin_list_plugins: "GET /plugins",
  admin_list_queues: "GET /jobs",
  admin_list_revocations: "GET /revocation-runs",
  admin_list_tiers: "GET /tiers",
  admin_list_tokens: "GET /admin-tokens",
  admin_list_users: "GET /users",
  admin_replace_policy: "PUT /policy",
  admin_remove_second_factor: "DELETE /people/{person}/second-factor",
  admin_delete_partner_tier: "DELETE /tiers/partner/{name}",
  admin_delete_user_tier: "DELETE /tiers/user/{name}",
  admin_list_pending_keys: "GET /secrets/{ring_key}/pending",
  admin_report_revocation: "GET /revocation-runs/{id}/report",
  admin_retry_jobs: "POST /jobs/{queue}/retry",
  admin_revoke_key: "DELETE /keys/{id}",
  admin_revoke_mcp_client: "DELETE /users/{user}/mcp-clients/{id}",
  admin_revoke_token: "DELETE /admin-tokens/{name}",
  admin_rotate_secrets: "POST /secrets/rotate",
  admin_set_partner_tier: "PUT /tiers/partner/{name}",
  admin_set_user_tier: "PUT /tiers/user/{name}",
  admin_show_agent_session: "GET /agent-sessions/{id}",
  admin_show_cluster: "GET /cluster",
  admin_show_request: "GET /requests/{request_id}",
  admin_show_revocation: "GET /revocation-runs/{id}",
  admin_show_secrets: "GET /secrets",
  admin_show_webhook_secret: "GET /webhooks/{provider}/secret",
  admin_show_webhooks: "GET /webhooks",
  admin_start_revocation: "POST /revocation-runs",
  admin_test_mail: "POST /mail/test",
  admin_test_policy: "POST /policy/test",
  admin_verify_audit: "GET /audit/verify",
  admin_verify_revocation_report: "GET /revocation-reports/verify",
} as const satisfies Partial<Record<AdminOperationId, `${Method} /${string}`>>;

export type OperationId = keyof typeof OPERATIONS;

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** What an operation is asked with. A command's missing argument is refused by the operation. */
export interface OperationInput<Id extends OperationId> {
  /** The path's parameters. */
  params?: Record<NamesIn<(typeof OPERATIONS)[Id]>, string | undefined>;
  query?: Record<string, string>;
  body?: object;
}

export type OperationData<Id extends OperationId> = AdminData<Id>;

/** The method, and the path with its query. */
export function lineOf<Id extends OperationId>(id: Id, input: OperationInput<Id>): { method: string; path: string } {
  const [method = "", template = ""] = OPERATIONS[id].split(" ");
  const params: Record<string, string | undefined> = input.params ?? {};
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const query = new URLSearchParams(input.query);
  return { method, path: query.size > 0 ? `${path}?${query}` : path };
}
