/** @jsxImportSource #pages */
// What a session's page shows at the end: what was granted and what was not, or why it failed.
import { Button, LinkButton, Notice, Panel, Sign, Tag } from "../pages/components.tsx";
import type { Markup } from "../pages/jsx-runtime.ts";
import type { Provider } from "../plugin/index.ts";
import { permissionsBy, type ServicePermissions } from "./page-permissions.ts";
import { reasonOf } from "./page-texts.ts";
import { Form, type FormTarget, Pair, type Party } from "./page-views.tsx";

export interface OutcomeProps {
  party: Party;
  provider: Provider;
  returnUrl: string;
  form: FormTarget;
}

export function ConnectedView(
  props: OutcomeProps & {
    identity: string | null;
    requested: readonly string[];
    granted: readonly string[];
    isPending: boolean;
  },
): Markup {
  const { party, provider, identity, requested, granted } = props;
  const allowed = permissionsBy(provider, requested, { scopes: granted, isAllowed: true });
  const refused = permissionsBy(provider, requested, { scopes: granted, isAllowed: false });
  return (
    <Panel>
      <div class="centred">
        <Pair party={party} provider={provider} />
        <h1>{props.isPending ? `Go back to finish connecting ${provider.name}` : `${provider.name} is connected`}</h1>
        <p class="muted">
          {identity === null ? null : (
            <>
              As <bdi class="strong">{identity}</bdi>, for <bdi class="strong">{party.forWhom}</bdi>.
            </>
          )}
        </p>
      </div>
      <ul class="list">
        {allowed.map((one) => (
          <Outcome {...one} isGranted />
        ))}
        {refused.map((one) => (
          <Outcome {...one} isGranted={false} />
        ))}
      </ul>
      {refused.length === 0 ? null : (
        <Notice tone="warning">Some access was not granted. What needs it will not work until you allow it.</Notice>
      )}
      <div class="stack actions">
        <LinkButton kind="primary" href={props.returnUrl}>
          Back to <bdi>{party.name}</bdi>
        </LinkButton>
      </div>
    </Panel>
  );
}

const Outcome = ({ service, sentences, isGranted }: ServicePermissions & { isGranted: boolean }): Markup => (
  <li class="entry">
    <Sign tone={isGranted ? "good" : "neutral"} icon={isGranted ? "check" : "minus"} />
    <div>
      <p>
        <span class="strong">{service}</span> {isGranted ? null : <Tag tone="warning">not granted</Tag>}
      </p>
      <p class="muted small">{sentences.join(". ")}</p>
    </div>
  </li>
);

export function FailedView(props: OutcomeProps & { error: string; canRetry: boolean }): Markup {
  const { party, provider, error } = props;
  const names = { provider: provider.name, partner: party.name };
  return (
    <Panel>
      <div class="centred">
        <Pair party={party} provider={provider} />
        <h1>{provider.name} is not connected</h1>
        <p class="muted">{reasonOf(error, names)}</p>
        <p class="muted small">
          The reason: <code>{error}</code>
        </p>
      </div>
      <div class="actions">
        <Form {...props.form}>
          <input type="hidden" name="provider" value={provider.id} />
          {props.canRetry ? (
            <Button kind="primary" name="action" value="continue">
              Try again
            </Button>
          ) : null}
          <LinkButton kind={props.canRetry ? "quiet" : "primary"} href={props.returnUrl}>
            Back to <bdi>{party.name}</bdi>
          </LinkButton>
        </Form>
      </div>
    </Panel>
  );
}
