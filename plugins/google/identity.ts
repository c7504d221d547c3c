// The identity of a Google grant, and the mailbox by which Gmail's notifications name its person.
import { resource, type Static, t } from "gateway/plugin";

const rawPerson = {
  email: t.Optional(t.String()),
  email_verified: t.Optional(t.Boolean()),
  verified_email: t.Optional(t.Boolean()),
  hd: t.Optional(t.String()),
  name: t.Optional(t.String()),
};
// Google's older userinfo endpoint has `id` and `verified_email`.
const raw = t.Union([t.Object({ sub: t.String(), ...rawPerson }), t.Object({ id: t.String(), ...rawPerson })]);

/**
 * The mailbox that Google hosts: at gmail.com, or at a Workspace domain (`hd`). Any other address may have a new owner:
 * developers.google.com/identity/openid-connect/openid-connect#obtainuserinfo.
 */
function mailboxOf(person: Static<typeof raw>): string | null {
  const email = person.email?.toLowerCase() ?? "";
  const isVerified = person.email_verified ?? person.verified_email ?? false;
  const isHostedByGoogle = /@(gmail|googlemail)\.com$/.test(email) || (isVerified && person.hd !== undefined);
  return isHostedByGoogle && email !== "" ? email : null;
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
