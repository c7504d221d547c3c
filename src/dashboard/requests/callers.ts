// Who made a call, by name: a key, an AI client, or a person at the dashboard.
import { listKeysOf } from "../../identity/keys/service.ts";
import { tr } from "../../web/pages/messages.ts";
import { maskedKey } from "../keys/key-form.tsx";
import type { Dashboard } from "../pages.tsx";
import type { ActingUser, PageRequest } from "../visit.ts";
import type { Entry } from "./request-table.tsx";

export interface Callers {
  keys: readonly { id: string; title: string }[];
  nameOf(entry: Pick<Entry, "key_id" | "person_id">): string;
}

export async function callersOf({ deps, api }: Dashboard, visit: PageRequest): Promise<Callers> {
  const [keys, { mcp_clients }] = await Promise.all([
    listKeysOf(deps, (visit.user as ActingUser).id),
    api.call(visit, "list_mcp_clients"),
  ]);
  const named = [
    ...keys.map((key) => ({ id: key.id, title: key.name ?? maskedKey(key) })),
    ...mcp_clients.map(({ id, client_name }) => ({ id, title: client_name })),
  ];
  const names = new Map(named.map(({ id, title }) => [id, title]));
  return {
    keys: named,
    nameOf({ key_id, person_id }) {
      if (key_id !== null) return names.get(key_id) ?? `${key_id.slice(0, 8)}…`;
      return person_id === visit.person.id ? tr("You, here") : tr("A person at the dashboard");
    },
  };
}
