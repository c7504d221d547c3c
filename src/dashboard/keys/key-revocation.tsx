/** @jsxImportSource #pages */
// The page before a key is revoked: what ends, what stays, and the key by its last characters.
import { Type as t } from "@sinclair/typebox";
import { AppError } from "../../foundation/errors.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Time } from "../../web/pages/data.tsx";
import { rich, tr } from "../../web/pages/messages.ts";
import { confirmationPages } from "../confirm.tsx";
import { done } from "../notice.tsx";
import type { Dashboard } from "../pages.tsx";
import { KEYS_PATH as PATH } from "../paths.ts";
import type { PageRequest } from "../visit.ts";
import { maskedKey } from "./key-form.tsx";

const params = t.Object({ id: t.String({ format: "uuid", description: "The key's id." }) });

export const keyRevocationPages = (dashboard: Dashboard): PublicRoute[] =>
  confirmationPages(dashboard, {
    id: "revoke_key",
    path: `${PATH}/{id}/revoke`,
    access: "user",
    role: "admin",
    params,
    needsRecentSignIn: true,
    ask: (visit) => revokeQuestion(dashboard, visit),
    async act(visit) {
      const { api } = dashboard;
      const key = await api.call(visit, "get_key", { params: { id: visit.params.id as string } });
      await api.call(visit, "revoke_key", { params: { id: key.id } });
      return done(PATH, tr("{name} is revoked. Calls with it are now refused.", { name: key.name ?? maskedKey(key) }));
    },
  });

async function revokeQuestion({ api }: Dashboard, visit: PageRequest) {
  const key = await api.call(visit, "get_key", { params: { id: visit.params.id as string } });
  if (key.revoked_at !== null) throw new AppError("CONFLICT", "The key is already revoked.");
  return {
    title: tr("Revoke this key?"),
    button: tr("Revoke"),
    isDangerous: true,
    back: PATH,
    typed: {
      label: tr("Type the key’s last four characters: {last_four}", { last_four: key.last_four }),
      text: key.last_four,
    },
    body: (
      <>
        <p>
          {rich("{name} {key}, last used {time}.", {
            name: <bdi class="strong">{key.name ?? tr("Without a name")}</bdi>,
            key: <code>{maskedKey(key)}</code>,
            time: <Time reader={visit.reader} at={key.last_used_at} />,
          })}
        </p>
        <p>
          {rich(
            "Calls with it are refused with {code} within a second, on every replica, and its event streams end within a minute. This cannot be undone: a program that still needs access must get a new key. Your integrations, other keys and the usage log are kept.",
            { code: <code>AUTH_REQUIRED</code> },
          )}
        </p>
      </>
    ),
  };
}
