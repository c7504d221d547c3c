// Who may reach what: the bot sees every customer's servers, so each call first proves what its own person may see.
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
import { failureOf, unknown } from "./refusal.ts";
import { overwritesOf, RIGHT_NAMES, RIGHTS, type Right, readBits, rightsIn, type Standing } from "./rights.ts";

type Caller = Pick<AnyCall, "params" | "identity">;

/** A server that the person is a member of and the bot is in. */
export interface Server extends Standing {
  /** Discord's answer about the server. */
  answer: UpstreamResponse;
}
/** A channel that the person can see. */
export interface Place {
  server: Server;
  channel: Record<string, unknown>;
  answer: UpstreamResponse;
  type: number;
  rights: bigint;
}

const THREADS: readonly unknown[] = [10, 11, 12];
const PRIVATE_THREAD = 12;
const VOICE: readonly unknown[] = [2, 13];
export const isThread = (type: unknown) => THREADS.includes(type);

/** Sends a request as the bot. */
export function asBot(upstream: Upstream, req: UpstreamRequest): Promise<UpstreamResponse> {
  return upstream.request({ ...req, credential: "bot" });
}

/** The same, with null for the failures named. */
function asBotUnless(upstream: Upstream, req: UpstreamRequest, tolerated: readonly Failure[]) {
  return upstream.attempt({ ...req, credential: "bot" }, tolerated);
}

const HIDDEN: readonly Failure[] = ["not_found", "forbidden"];
const MISSING_SCOPE = "50026";

/** What Discord says of the person in a server, asked with their own token: it refuses who is no member. */
async function membership(call: Caller, upstream: Upstream, guildId: string) {
  const req = { path: path`/users/@me/guilds/${guildId}/member`, credential: "grantor" };
  const { json } = await upstream.request(req).catch((error: unknown) => {
    // However Discord words it: whether the server exists must not show. A scope that is missing is missing everywhere.
    const isHidden = HIDDEN.includes(failureOf(error) ?? "error") && valueAt(error, "detail.code") !== MISSING_SCOPE;
    throw isHidden ? unknown() : error;
  });
  const [userId, roles, until] = [
    valueAt(json, "user.id"),
    valueAt(json, "roles"),
    valueAt(json, "communication_disabled_until"),
  ];
  const isTimedOut = typeof until === "string" && !(Date.parse(until) <= Date.now());
  if (userId !== call.identity.id || !Array.isArray(roles)) throw unknown();
  const roleIds = roles.filter((id) => typeof id === "string");
  return { guildId, userId: call.identity.id, roleIds, isQuiet: isTimedOut || valueAt(json, "pending") === true };
}

/** The server with its roles, for a person whose membership is proven. */
async function serverOf(upstream: Upstream, member: Awaited<ReturnType<typeof membership>>): Promise<Server> {
  const req = { path: path`/guilds/${member.guildId}`, query: { with_counts: true } };
  const answer = await asBotUnless(upstream, req, HIDDEN);
  if (answer === null) {
    const message = "The app's bot is not in that server. Connect Discord again and choose the server, to add it.";
    throw new Refusal("forbidden", message, "bot_absent");
  }
  const [id, ownerId, roles] = ["id", "owner_id", "roles"].map((name) => valueAt(answer.json, name));
  const roleRights = new Map<string, bigint>();
  for (const role of Array.isArray(roles) ? roles : []) {
    const [roleId, bits] = [valueAt(role, "id"), readBits(valueAt(role, "permissions"))];
    if (typeof roleId === "string" && bits !== null) roleRights.set(roleId, bits);
  }
  if (id !== member.guildId) throw unknown();
  return { ...member, isOwner: ownerId === member.userId, roleRights, answer };
}

/** The server named by `id` in the call's path; ends the call where the person is no member of it. */
export async function enterServer(call: Caller, upstream: Upstream): Promise<Server> {
  return serverOf(upstream, await membership(call, upstream, call.params.id ?? ""));
}

/**
 * The channel or thread named by `id` in the call's path, if the person can see it and has the rights that are needed.
 *
 * What the bot does not know, and what has no server, is asked for as if it were a server: no person is a member of such
 * a one (and where one is, the call ends all the same). So an unknown id, a direct message and a channel of somebody
 * else's server end with the same answer, after the same number of requests.
 */
export async function enterChannel(call: Caller, upstream: Upstream, needed: readonly Right[] = []): Promise<Place> {
  const id = call.params.id ?? "";
  const answer = await asBotUnless(upstream, { path: path`/channels/${id}` }, HIDDEN);
  const guildId = textAt(answer?.json, "guild_id");
  const member = await membership(call, upstream, guildId ?? id);
  if (answer === null || member.guildId !== guildId) throw unknown();
  const server = await serverOf(upstream, member);
  const channel = answer.json as Record<string, unknown>;
  const rights = await rightsAt(upstream, server, channel);
  if (!(rights & RIGHTS.view)) throw unknown();
  const place = { server, channel, answer, type: Number(channel.type), rights };
  demand(place, needed);
  return place;
}

/** Threads have the overwrites of the channel they hang on; private ones are for those who were added. */
async function rightsAt(upstream: Upstream, server: Server, channel: Record<string, unknown>): Promise<bigint> {
  if (!isThread(channel.type)) return rightsIn(server, overwritesOf(channel));
  const parentId = typeof channel.parent_id === "string" ? channel.parent_id : "";
  if (parentId === "") return 0n;
  const parent = await asBotUnless(upstream, { path: path`/channels/${parentId}` }, HIDDEN);
  if (parent === null || valueAt(parent.json, "guild_id") !== server.guildId) return 0n;
  const rights = rightsIn(server, overwritesOf(parent.json));
  if (channel.type !== PRIVATE_THREAD || rights & RIGHTS.manageThreads) return rights;
  // Nothing is asked about a thread whose channel is hidden already.
  if (!(rights & RIGHTS.view) || typeof channel.id !== "string") return 0n;
  const req = { path: path`/channels/${channel.id}/thread-members/${server.userId}` };
  const added = await asBotUnless(upstream, req, HIDDEN);
  return added !== null && valueAt(added.json, "user_id") === server.userId ? rights : 0n;
}

/** Whether the rights do for what is wanted in a channel of this type. */
export function allows({ type, rights }: Pick<Place, "type" | "rights">, needed: readonly Right[]): boolean {
  return lacking({ type, rights }, needed).length === 0;
}

function lacking({ type, rights }: Pick<Place, "type" | "rights">, needed: readonly Right[]): Right[] {
  const inThread = needed.map((right) => (right === "send" && isThread(type) ? "sendInThreads" : right));
  // Whoever may not join a voice channel may not use its chat.
  const all: Right[] = needed.length > 0 && VOICE.includes(type) ? [...inThread, "connect"] : inThread;
  return all.filter((right) => !(rights & RIGHTS[right]));
}

/** Ends the call where the person may not do what is wanted. */
export function demand(place: Place, needed: readonly Right[]): void {
  const missing = lacking(place, needed).map((right) => `"${RIGHT_NAMES[right]}"`);
  if (missing.length === 0) return;
  const message = `The person who connected lacks the permission ${missing.join(", ")} in that channel.`;
  throw new Refusal("forbidden", message, "missing_right");
}
