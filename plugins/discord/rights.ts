// Computes a member's rights in a channel: discord.com/developers/docs/topics/permissions.
import { valueAt } from "gateway/plugin";

export const RIGHTS = {
  admin: 1n << 3n,
  manageChannels: 1n << 4n,
  react: 1n << 6n,
  view: 1n << 10n,
  send: 1n << 11n,
  manageMessages: 1n << 13n,
  embed: 1n << 14n,
  attach: 1n << 15n,
  history: 1n << 16n,
  mentionEveryone: 1n << 17n,
  connect: 1n << 20n,
  muteMembers: 1n << 22n,
  moveMembers: 1n << 24n,
  manageEvents: 1n << 33n,
  manageThreads: 1n << 34n,
  createThreads: 1n << 35n,
  sendInThreads: 1n << 38n,
  createEvents: 1n << 44n,
};
export type Right = keyof typeof RIGHTS;

/** Names in the server's settings. */
export const RIGHT_NAMES: Record<Right, string> = {
  admin: "Administrator",
  manageChannels: "Manage Channels",
  react: "Add Reactions",
  view: "View Channel",
  send: "Send Messages",
  manageMessages: "Manage Messages",
  embed: "Embed Links",
  attach: "Attach Files",
  history: "Read Message History",
  mentionEveryone: "Mention Everyone",
  connect: "Connect",
  muteMembers: "Mute Members",
  moveMembers: "Move Members",
  manageEvents: "Manage Events",
  manageThreads: "Manage Threads",
  createThreads: "Create Public Threads",
  sendInThreads: "Send Messages in Threads",
  createEvents: "Create Events",
};

const ALL = (1n << 64n) - 1n;
/** Rights in time-out, and before the server's screening. */
const RESTRICTED_RIGHTS = RIGHTS.view | RIGHTS.history;

/** A member of a server, and the rights of the server's roles. */
export interface Member {
  guildId: string;
  userId: string;
  isOwner: boolean;
  isRestricted: boolean;
  roleIds: readonly string[];
  /** Rights by role, for every role of the server; @everyone has the server's id. */
  roleRights: ReadonlyMap<string, bigint>;
}

interface Overwrite {
  id: string;
  isMember: boolean;
  allow: bigint;
  deny: bigint;
}

/** Rights from decimal text; null for anything else. */
export function readBits(value: unknown): bigint | null {
  return typeof value === "string" && /^[0-9]{1,20}$/.test(value) ? BigInt(value) : null;
}

/** A channel's overwrites; null where one is unreadable, since it might deny a right. */
export function overwritesOf(channel: unknown): Overwrite[] | null {
  const list = valueAt(channel, "permission_overwrites");
  if (!Array.isArray(list)) return null;
  const overwrites: Overwrite[] = [];
  for (const item of list) {
    const [id, type, allow, deny] = [
      valueAt(item, "id"),
      valueAt(item, "type"),
      valueAt(item, "allow"),
      valueAt(item, "deny"),
    ];
    const [allowed, denied] = [readBits(allow), readBits(deny)];
    if (typeof id !== "string" || (type !== 0 && type !== 1) || allowed === null || denied === null) return null;
    overwrites.push({ id, isMember: type === 1, allow: allowed, deny: denied });
  }
  return overwrites;
}

/** What the member's roles allow in the whole server, before the overwrites of a channel. */
function rightsOfRoles({ isOwner, guildId, roleIds, roleRights }: Member): bigint {
  if (isOwner) return ALL;
  const rights = [guildId, ...roleIds].reduce((sum, id) => sum | (roleRights.get(id) ?? 0n), 0n);
  return rights & RIGHTS.admin ? ALL : rights;
}

/** The member's rights in what has no channel, such as an event elsewhere. */
export function rightsInServer(member: Member): bigint {
  const rights = rightsOfRoles(member);
  return rights !== ALL && member.isRestricted ? rights & RESTRICTED_RIGHTS : rights;
}

/** The member's rights with these overwrites; none where they are null or hide the channel. */
export function rightsIn(member: Member, overwrites: readonly Overwrite[] | null): bigint {
  const { guildId, userId, roleIds } = member;
  let rights = rightsOfRoles(member);
  if (rights === ALL) return ALL;
  if (overwrites === null) return 0n;
  const everybody = overwrites.filter(({ id, isMember }) => !isMember && id === guildId);
  const roles = overwrites.filter(({ id, isMember }) => !isMember && id !== guildId && roleIds.includes(id));
  const self = overwrites.filter(({ id, isMember }) => isMember && id === userId);
  for (const group of [everybody, roles, self]) {
    for (const { deny } of group) rights &= ~deny;
    for (const { allow } of group) rights |= allow;
  }
  if (!(rights & RIGHTS.view)) return 0n;
  return member.isRestricted ? rights & RESTRICTED_RIGHTS : rights;
}
