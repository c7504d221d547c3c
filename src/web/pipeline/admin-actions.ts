// What the audit log says of an operator's request.
import { Kind, type TObject, type TSchema } from "@sinclair/typebox";
import type { AppError } from "../../foundation/errors.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { Deps } from "../../server/deps.ts";
import { publicCode } from "../http/errors.ts";
import type { Input } from "../http/input.ts";
import { type About, type AdminRoute, type Reply, roleOf } from "../http/route.ts";

interface AdminAction {
  /** What was read of the request; of a refused one its path parameters at least. */
  input: Input;
  reply?: Reply;
  error?: AppError;
}

/** Records a request that changes something or shows more than a viewer sees, and each that lacked the role. */
export async function recordAdminAction(
  { audit }: Pick<Deps, "audit">,
  route: AdminRoute,
  initiator: Initiator,
  { input, reply, error }: AdminAction,
): Promise<void> {
  if (route.method === "GET" && roleOf(route) === "viewer") return;
  const about = aboutOf(route, input, reply);
  const isOurs = error?.code === "INTERNAL_ERROR" || error?.code === "SERVICE_UNAVAILABLE";
  await audit.record(initiator, {
    event: route.event ?? route.id.replace(/^admin_/, ""),
    level: error ? "warn" : "info",
    outcome: error ? (isOurs ? "failed" : "refused") : "success",
    code: error ? publicCode(error.code) : null,
    ...about,
    details: { ...detailsOf(route, input), ...about.details },
  });
}

/** The result names whom an act was about; of a refused one only a path with an id does. */
function aboutOf(route: AdminRoute, { params }: Input, reply: Reply | undefined): About {
  const named = params.user !== undefined && isUuid(params.user) ? params.user : null;
  const data = reply && "data" in reply ? (reply.data as Record<string, unknown> | null) : null;
  if (!data) return { userId: named };
  const userId = typeof data.user_id === "string" && isUuid(data.user_id) ? data.user_id : named;
  return { userId, ...route.about?.(data, params) };
}

/** Path parameters without e-mail addresses and external_ids, the names of the body's fields, and such values as cannot be secret. */
function detailsOf(route: AdminRoute, { params, body }: Input): Record<string, unknown> {
  const named = Object.entries(params).filter(
    ([name, value]) => !value.includes("@") && (name !== "account" || isUuid(value)),
  );
  const fields = Object.keys(body);
  const harmless = fields.filter((name) => isHarmless(route.body, name, body[name]));
  return {
    route: route.id,
    ...(named.length > 0 && { params: Object.fromEntries(named.map(([name, value]) => [name, value.slice(0, 200)])) }),
    ...(fields.length > 0 && { fields: fields.slice(0, 50) }),
    ...(harmless.length > 0 && { values: Object.fromEntries(harmless.map((name) => [name, body[name]])) }),
  };
}

/** Numbers, switches, null, times, and texts out of a closed list. */
function isHarmless(schema: TObject | undefined, name: string, value: unknown): boolean {
  if (value === null || typeof value === "number" || typeof value === "boolean") return true;
  const property = schema?.properties[name];
  return typeof value === "string" && property !== undefined && isClosed(property);
}

function isClosed(property: TSchema): boolean {
  if (property.format === "date-time" || property[Kind] === "Literal" || Array.isArray(property.enum)) return true;
  return Array.isArray(property.anyOf) && property.anyOf.every((one: TSchema) => isClosed(one));
}
