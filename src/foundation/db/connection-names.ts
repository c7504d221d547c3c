// SQL of how an owner names a connection of which a row has only the id: its own, or one that was lent to it.
import { BORROWED } from "../schema/connection-name.ts";

/** Columns of a row, with its alias. */
interface Place {
  connection: string;
  user: string;
  account: string;
}

/** The newest share by which the owner has borrowed it; one that has ended names it too. */
const shareOf = ({ connection, user, account }: Place) => `(select s.name, s.connection_id from shares s
    where s.connection_id = ${connection} and s.borrower_user_id = ${user}
      and s.borrower_account_id is not distinct from ${account} order by s.created_at desc limit 1) s`;

/** The name that it has now; null where it is gone. */
export const connectionName = (place: Place): string => `coalesce(
    (select '${BORROWED}' || s.name from ${shareOf(place)}),
    (select c.name from connections c where c.id = ${place.connection} and c.user_id = ${place.user}))`;

/** Who lends it: an e-mail address, or the external_id of an account; null for the owner's own. */
export const lenderName = (place: Place): string => `(
    select coalesce((select a.external_id from accounts a where a.id = c.account_id), u.email)
    from ${shareOf(place)} join connections c on c.id = s.connection_id join users u on u.id = c.user_id)`;
