// One exchange with a provider: send, cool down, renew a refused token once, repeat what has only read, and tell a dead grant.
//
// Owns what every caller does about a provider's refusals. How a request is built, sent and classified is upstream's; how a
// token is refreshed and stored is that of tokens/. Callers are typed and raw calls, polls, subscriptions, what inbound webhooks
// leave out, and trials.
import { type FailureDetail, UpstreamFailure } from "../upstream/failure.ts";

/** What is sent in one exchange, perhaps twice. */
export interface Work<C, T> {
  /** Throws `UpstreamFailure` where the provider refuses. */
  send(current: C): Promise<T>;
  /** Whether to send it again could write nothing twice. */
  hasOnlyRead(): boolean;
  /** The credential of requests that name none. */
  credential?: string;
}

/** The grant in whose name it is sent; `credential` names the token that was refused. */
export interface Grant<C> {
  /** No request of this kind, or of the whole integration, goes out before the wait has passed. */
  coolDown(limit: FailureDetail, current: C): void;
  /** The grant with a new token; null where nothing renews it, or it was renewed a moment ago and is not known to be dead. */
  renew(current: C, credential: string | undefined, isDead: boolean): Promise<C | null>;
  /** Whether the identity request refuses the very token that was sent. */
  isDead(current: C, credential: string | undefined): Promise<boolean>;
  /** Ends the token, or the grant with its main token; returns the caller's error. */
  end(current: C, credential: string | undefined, reason: string): Promise<Error>;
}

/**
 * Sends `work`. One endpoint's refusal of a token proves nothing: it is answered by a refresh and one repetition of a read, and
 * then only the identity request ends the grant. Throws what `work` throws, a refusal of a live grant as `error`.
 */
export async function exchange<C, T>(grant: () => Grant<C>, current: C, work: Work<C, T>): Promise<T> {
  try {
    return await work.send(current);
  } catch (error) {
    return await recovered(grant(), current, work, error);
  }
}

async function recovered<C, T>(grant: Grant<C>, current: C, work: Work<C, T>, error: unknown): Promise<T> {
  const refused = refusalIn(grant, current, error);
  const credential = refused.credential ?? work.credential;
  let renewed = await grant.renew(current, credential, false);
  const wasRenewable = renewed !== null;
  if (renewed === null) {
    if (!(await grant.isDead(current, credential))) throw ofLiveGrant(refused, "good");
    // A token that was renewed a moment ago may be dead while its grant is not.
    renewed = await grant.renew(current, credential, true);
    if (renewed === null) throw await grant.end(current, credential, "refused_by_provider");
  }
  if (!work.hasOnlyRead()) {
    const isDead = !wasRenewable && (await grant.isDead(renewed, credential));
    throw isDead ? await grant.end(renewed, credential, "refused_after_refresh") : ofLiveGrant(refused, "renewed");
  }
  try {
    return await work.send(renewed);
  } catch (again) {
    const second = refusalIn(grant, renewed, again);
    const presented = second.credential ?? work.credential;
    if (!(await grant.isDead(renewed, presented))) throw ofLiveGrant(second, "good");
    throw await grant.end(renewed, presented, "refused_after_refresh");
  }
}

/** The refusal of a token; throws any other error, after a rate limit's cooldown has begun. */
function refusalIn<C>(grant: Grant<C>, current: C, error: unknown): UpstreamFailure {
  if (!(error instanceof UpstreamFailure)) throw error;
  const { failure } = error.detail;
  if (failure === "rate_limited") grant.coolDown(error.detail, current);
  if (failure !== "expired" && failure !== "revoked") throw error;
  return error;
}

/** The provider's own refusal, which says nothing against the grant. */
const ofLiveGrant = ({ detail }: UpstreamFailure, grant: FailureDetail["grant"]) =>
  new UpstreamFailure({ ...detail, failure: "error", grant });
