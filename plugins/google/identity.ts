// Who granted at Google, and the mailbox by which Gmail's notices name them.
import { resource, type Static, t } from "gateway/plugin";

const rawPerson = {
  email: t.Optional(t.String()),
  email_verified: t.Optional(t.Boolean()),
  verified_email: t.Optional(t.Boolean()),
  hd: t.Optional(t.String()),
  name: t.Optional(t.String()),
};
// Google's older userinfo address names the id `id`, and says `verified_email`.
const raw = t.Union([t.Object({ sub: t.String(), ...rawPerson }), t.Object({ id: t.String(), ...rawPerson })]);

/**
 * The mailbox, where Google itself keeps it: at gmail.com, or at a Workspace domain (`hd`). Any other address may be
 * somebody else's by now: developers.google.com/identity/openid-connect/openid-connect#obtainuserinfo.
 */
function mailboxOf(person: Static<typeof raw>): string | null {
  const email = person.email?.toLowerCase() ?? "";
  const isVerified = person.email_verified ?? person.verified_email ?? false;
  const isKeptByGoogle = /@(gmail|googlemail)\.com$/.test(email) || (isVerified && person.hd !== undefined);
  return isKeptByGoogle && email !== "" ? email : null;
}

export const identity = resource({
  raw,
  shape: t.Object({
    id: t.String(),
    name: t.String(),
    workspace: t.Optional(t.Object({ id: t.String(), name: t.String() })),
  }),
  map: (person) => {
    const [id, mailbox] = ["sub" in person ? person.sub : person.id, mailboxOf(person)];
    const name = person.email ?? person.name ?? id;
    return mailbox === null ? { id, name } : { id, name, workspace: { id: mailbox, name: mailbox } };
  },
});
