/** @jsxImportSource #pages */
// The form that lends a connection: to whom, what calls may do, until when, and under which name.
import { AppError, invalidInput } from "../../foundation/errors.ts";
import { BORROWED } from "../../foundation/schema/connection-name.ts";
import { isEmail } from "../../foundation/schema/formats.ts";
import type { Provider } from "../../plugin/index.ts";
import { Button, LinkButton } from "../../web/pages/components.tsx";
import { Check, FormError, fieldError, Radio, TextField } from "../../web/pages/fields.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { accountNameOf } from "../account-name.ts";
import { ExpiryFields, expiryOf } from "../expiry.tsx";
import { FormToken } from "../form-token.tsx";
import { PermissionFields } from "../integrations/choose-permissions.tsx";
import type { Integration } from "../integrations/connected-card.tsx";
import type { PageRequest } from "../visit.ts";
import type { Lender } from "./lender.ts";

/** Parts of the request that show their own errors. */
const FIELDS = ["to", "permissions", "until", "name"];

/** Whether the form lends to an account: those of a partner's accounts can do nothing else. */
const isToAccount = ({ invitesUsers }: Lender, form: URLSearchParams) =>
  !invitesUsers || form.get("borrower") === "account";

/** The request that a form stands for. */
export function lendRequest(lender: Lender, form: URLSearchParams, now: number): Record<string, unknown> {
  const text = (name: string) => (form.get(name) ?? "").trim();
  const until = expiryOf(form, now);
  return {
    to: isToAccount(lender, form) ? { account: accountNameOf(text("account")) } : { user: text("user") },
    permissions: [...new Set(form.getAll("permission"))],
    ...(until !== null && { until }),
    ...(form.get("events") === "true" && { events: true }),
    ...(text("name") !== "" && { name: text("name") }),
  };
}

/** The error with a sentence at each field: an account that is not there, and fields that are empty. */
export function lendError(error: AppError, lender: Lender, form: URLSearchParams): AppError {
  const at = (path: string, message: string) => invalidInput([{ in: "body", path, message }]);
  if (error.code === "ACCOUNT_NOT_FOUND" && isToAccount(lender, form)) return at("/to/account", error.message);
  const { errors } = error.details;
  if (!Array.isArray(errors)) return error;
  const user = (form.get("user") ?? "").trim();
  const texts: Record<string, string> = {
    ...(form.getAll("permission").length === 0 && { "/permissions": tr("Choose at least one permission.") }),
    ...(!isEmail(user) && {
      "/to/user": user === "" ? tr("Enter an e-mail address.") : tr("Enter a valid e-mail address."),
    }),
    ...((form.get("account") ?? "").trim() === "" && { "/to/account": tr("Enter an account.") }),
  };
  return new AppError(error.code, error.message, {
    ...error.details,
    errors: errors.map((one: { path: string; message: string }) => ({
      ...one,
      message: texts[one.path] ?? one.message,
    })),
  });
}

interface Props {
  visit: PageRequest;
  lender: Lender;
  provider: Provider;
  connection: Integration;
  /** What was sent, where it has errors. */
  form?: URLSearchParams;
  error?: AppError;
}

export function LendForm({ visit, lender, provider, connection, form, error }: Props): Markup {
  const path = lender.pathOf(visit);
  const lacking = connection.enabled_services.filter((one) => !one.is_enabled).map((one) => one.service_name);
  return (
    <form class="fields" method="post" action={`${path}/new`}>
      <FormToken visit={visit} />
      <FormError error={error} fields={FIELDS} />
      <To visit={visit} lender={lender} form={form} error={error} />
      <PermissionsError text={fieldError(error, "permissions")} />
      <PermissionFields provider={provider} chosen={new Set(form?.getAll("permission"))} lacking={new Set(lacking)} />
      <fieldset>
        <legend>{tr("Events")}</legend>
        <Check name="events" value="true" isChecked={form?.get("events") === "true"}>
          {tr("The borrower’s inbox also gets the events of these services")}
        </Check>
      </fieldset>
      <ExpiryFields label={tr("Ends")} form={form} errorText={fieldError(error, "until")} />
      <TextField
        name="name"
        label={tr("Name for the borrower")}
        value={form?.get("name")}
        maxLength={64}
        isCode
        autocomplete="off"
        error={fieldError(error, "name")}
        hint={rich("Calls name it {prefix} and this name. Leave it empty for one that is made of {identity}.", {
          prefix: <code>{BORROWED}</code>,
          identity: <bdi>{connection.identity.name}</bdi>,
        })}
      />
      <div class="form-foot">
        <Button kind="primary">{tr("Lend")}</Button>
        <LinkButton kind="quiet" href={path}>
          {tr("Cancel")}
        </LinkButton>
      </div>
    </form>
  );
}

const PermissionsError = ({ text }: { text: string | null }): Markup =>
  text === null ? (
    NOTHING
  ) : (
    <div class="field">
      <p class="field-error">{text}</p>
    </div>
  );

type ToProps = Pick<Props, "visit" | "lender" | "form" | "error">;

/** A partner chooses between another user and one of its accounts; everybody else has one of the two. */
function To(props: ToProps): Markup {
  const { visit, lender, form } = props;
  if (!lender.invitesUsers) return <AccountField {...props} />;
  if (!visit.user?.caller.partner) return <UserField {...props} />;
  const isAccount = form?.get("borrower") === "account";
  return (
    <fieldset class="lend-to">
      <legend>{tr("To")}</legend>
      <Radio name="borrower" value="user" isChecked={!isAccount}>
        {tr("Another user of this gateway")}
      </Radio>
      <Radio name="borrower" value="account" isChecked={isAccount}>
        {tr("One of your accounts")}
      </Radio>
      <div class="to-user">
        <UserField {...props} />
      </div>
      <div class="to-account">
        <AccountField {...props} />
      </div>
    </fieldset>
  );
}

const UserField = ({ form, error }: ToProps): Markup => (
  <TextField
    name="user"
    label={tr("The borrower’s e-mail address")}
    value={form?.get("user")}
    maxLength={320}
    autocomplete="off"
    error={fieldError(error, "to/user")}
    hint={tr("They accept the invitation on their Integrations page within 7 days.")}
  />
);

const AccountField = ({ form, error }: ToProps): Markup => (
  <TextField
    name="account"
    label={tr("Account")}
    value={form?.get("account")}
    maxLength={255}
    isCode
    autocomplete="off"
    error={fieldError(error, "to/account")}
    hint={rich("Its {external_id}, or its id. Its calls can use the connection at once.", {
      external_id: <code>external_id</code>,
    })}
  />
);
