// Authorization: the bot sees every customer's servers, so each call first proves what its own person may do.
import {
  type AnyCall,
  type Failure,
  path,
  Refusal,
  textAt,
  type Upstream,
  type UpstreamRequest,
  type UpstreamResponse,
  valueAt,
} from "gateway/plugin";
import { failureOf, notVisible } from "./refusal.ts";
import { type Member, overwritesOf, RIGHT_NAMES, RIGHTS, type Right, readBits, rightsIn } from "./rights.ts";

type Caller = Pick<AnyCall, "params" | "identity">;

/** A server that the person is a member of and the bot is in. */
export interface Server extends Member {
  /** Discord's response about the server. */
  response: UpstreamResponse;
}
/** A channel that the person can see. */
export interface ChannelAccess {
  server: Server;
  channel: Record<string, unknown>;
  response: UpstreamResponse;
  type: number;
  rights: bigint;
}

const THREADS: readonly unknown[] = [10, 11, 12];
export const PRIVATE_THREAD = 12;
const VOICE: readonly unknown[] = [2, 13];
export const isThread = (type: unknown) => THREADS.includes(type);

/** Sends a request as the bot. */
export function asBot(upstream: Upstream, req: UpstreamRequest): Promise<UpstreamResponse> {
  return upstream.request({ ...req, credential: "bot" });
}

/** Sends a request as the bot; null for these failures. */
export function attemptAsBot(upstream: Upstream, req: UpstreamRequest, tolerated: readonly Failure[]) {
  return upstream.attempt({ ...req, credential: "bot" }, tolerated);
}

/** Failures that do not tell a hidden thing from an unknown one. */
export const HIDDEN: readonly Failure[] = ["not_found", "forbidden"];
const MISSING_SCOPE = "50026";

/** Reads the person's membership of a server with their own token; Discord refuses anybody else. */
async function fetchMembership(call: Caller, upstream: Upstream, guildId: string) {
  const req = { path: path`/users/@me/guilds/${guildId}/member`, credential: "grant" };
  const { json } = await upstream.request(req).catch((error: unknown) => {
    // All of Discord's refusals become one, so that nobody learns whether the server exists. A missing scope reveals nothing.
    const isHidden = HIDDEN.includes(failureOf(error) ?? "error") && valueAt(error, "detail.code") !== MISSING_SCOPE;
    throw isHidden ? notVisible() : error;
  });
  const [userId, roles, until] = [
    valueAt(json, "user.id"),
    valueAt(json, "roles"),
    valueAt(json, "communication_disabled_until"),
  ];
  const isTimedOut = typeof until === "string" && !(Date.parse(until) <= Date.now());
  if (userId !== call.identity.id || !Array.isArray(roles)) throw notVisible();
  const roleIds = roles.filter((id) => typeof id === "string");
  return { guildId, userId: call.identity.id, roleIds, isRestricted: isTimedOut || valueAt(json, "pending") === true };
}

/** Reads the server and its roles, for a proven member. */
async function fetchServer(upstream: Upstream, member: Awaited<ReturnType<typeof fetchMembership>>): Promise<Server> {
  const req = { path: path`/guilds/${member.guildId}`, query: { with_counts: true } };
  const response = await attemptAsBot(upstream, req, HIDDEN);
  if (response === null) {
    const message = "The app's bot is not in that server. Connect Discord again and choose the server, to add it.";
    throw new Refusal("forbidden", message, "bot_absent");
  }
  const [id, ownerId, roles] = ["id", "owner_id", "roles"].map((name) => valueAt(response.json, name));
  const roleRights = new Map<string, bigint>();
  for (const role of Array.isArray(roles) ? roles : []) {
    const [roleId, bits] = [valueAt(role, "id"), readBits(valueAt(role, "permissions"))];
    if (typeof roleId === "string" && bits !== null) roleRights.set(roleId, bits);
  }
  if (id !== member.guildId) throw notVisible();
  return { ...member, isOwner: ownerId === member.userId, roleRights, response };
}

/** The server `id` of the call's path; throws where the person is no member. */
export async function authorizeServer(call: Caller, upstream: Upstream): Promise<Server> {
  return fetchServer(upstream, await fetchMembership(call, upstream, call.params.id ?? ""));
}

/**
 * The channel or thread `id` of the call's path; throws where the person cannot see it or lacks one of the `needed` rights.
 *
 * An unknown channel, or one without a server, is looked up as a server and then refused, member or not. So an unknown id,
 * a direct message and a channel of another server get the same response, after the same number of requests.
 */
export async function authorizeChannel(
  call: Caller,
  upstream: Upstream,
  needed: readonly Right[] = [],
): Promise<ChannelAccess> {
  const id = call.params.id ?? "";
  const response = await attemptAsBot(upstream, { path: path`/channels/${id}` }, HIDDEN);
  const guildId = textAt(response?.json, "guild_id");
  const member = await fetchMembership(call, upstream, guildId ?? id);
  if (response === null || member.guildId !== guildId) throw notVisible();
  const server = await fetchServer(upstream, member);
  const channel = response.json as Record<string, unknown>;
  const rights = await fetchRights(upstream, server, channel);
  if (!(rights & RIGHTS.view)) throw notVisible();
  const access = { server, channel, response, type: Number(channel.type), rights };
  assertRights(access, needed);
  return access;
}

/** The person's rights: a thread has its channel's overwrites, and a private one is for its members. */
async function fetchRights(upstream: Upstream, server: Server, channel: Record<string, unknown>): Promise<bigint> {
  if (!isThread(channel.type)) return rightsIn(server, overwritesOf(channel));
  const parentId = typeof channel.parent_id === "string" ? channel.parent_id : "";
  if (parentId === "") return 0n;
  const parent = await attemptAsBot(upstream, { path: path`/channels/${parentId}` }, HIDDEN);
  if (parent === null || valueAt(parent.json, "guild_id") !== server.guildId) return 0n;
  const rights = rightsIn(server, overwritesOf(parent.json));
  if (channel.type !== PRIVATE_THREAD || rights & RIGHTS.manageThreads) return rights;
  // A hidden channel hides its threads; no request is needed.
  if (!(rights & RIGHTS.view) || typeof channel.id !== "string") return 0n;
  const req = { path: path`/channels/${channel.id}/thread-members/${server.userId}` };
  const added = await attemptAsBot(upstream, req, HIDDEN);
  return added !== null && valueAt(added.json, "user_id") === server.userId ? rights : 0n;
}

/** Whether the rights suffice in a channel of this type. */
export function allows({ type, rights }: Pick<ChannelAccess, "type" | "rights">, needed: readonly Right[]): boolean {
  return missingRights({ type, rights }, needed).length === 0;
}

function missingRights({ type, rights }: Pick<ChannelAccess, "type" | "rights">, needed: readonly Right[]): Right[] {
  const inThread = needed.map((right) => (right === "send" && isThread(type) ? "sendInThreads" : right));
  // The chat of a voice channel requires the right to join it.
  const all: Right[] = needed.length > 0 && VOICE.includes(type) ? [...inThread, "connect"] : inThread;
  return all.filter((right) => !(rights & RIGHTS[right]));
}

/** Throws where the person lacks one of the `needed` rights. */
export function assertRights(
  access: Pick<ChannelAccess, "type" | "rights">,
  needed: readonly Right[],
  place: "channel" | "server" = "channel",
): void {
  const missing = missingRights(access, needed).map((right) => `"${RIGHT_NAMES[right]}"`);
  if (missing.length === 0) return;
  const message = `The person who connected lacks the permission ${missing.join(", ")} in that ${place}.`;
  throw new Refusal("forbidden", message, "missing_right");
}
