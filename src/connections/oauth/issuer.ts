// The issuer of an authorization response (RFC 9207).
import type { TargetOAuth } from "../../providers/upstream/target.ts";

/** The code of another authorization server must not be sent to this one's token endpoint. */
export const matchesIssuer = ({ issuer, sendsIssuer }: TargetOAuth, received: readonly string[]): boolean =>
  !issuer || (received.length === 0 ? !sendsIssuer : received.length === 1 && received[0] === issuer);
