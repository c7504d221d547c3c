// An authenticator in software: makes passkeys, and signs challenges as a browser on an origin would hand them over.
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { type CBORType, encodeCBOR } from "@levischuck/tiny-cbor";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();
const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64url");

export interface Authenticator {
  id: string;
  /** What it says next; tests make it lie. */
  says: { origin: string; host: string; isVerified: boolean; counter: number };
  register(challenge: string): RegistrationResponseJSON;
  sign(challenge: string): AuthenticationResponseJSON;
}

export function createAuthenticator(origin: string): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const rawId = randomBytes(16);
  const id = base64url(rawId);
  const says = { origin, host: new URL(origin).hostname, isVerified: true, counter: 1 };
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: says.origin, crossOrigin: false }));
  const data = (extra: number, attested = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(says.counter);
    const flags = PRESENT | (says.isVerified ? VERIFIED : 0) | extra;
    return Buffer.concat([sha256(says.host), Buffer.from([flags]), counter, attested]);
  };
  return {
    id,
    says,
    register(challenge) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(rawId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, rawId, coseOf(publicKey)]);
      const attestation = encodeCBOR(
        new Map<string, CBORType>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", new Uint8Array(data(ATTESTED, attested))],
        ]),
      );
      const response = {
        clientDataJSON: base64url(clientData("webauthn.create", challenge)),
        attestationObject: base64url(attestation),
      };
      return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
    },
    sign(challenge) {
      const client = clientData("webauthn.get", challenge);
      const authenticatorData = data(0);
      const signature = createSign("sha256")
        .update(Buffer.concat([authenticatorData, sha256(client)]))
        .sign(privateKey);
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
      };
      return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
    },
  };
}

/** RFC 9053, section 7.1.1: an EC2 key on P-256 for ES256. */
function coseOf(key: KeyObject): Uint8Array {
  const { x, y } = key.export({ format: "jwk" });
  const part = (text: string | undefined) => new Uint8Array(Buffer.from(text as string, "base64url"));
  const map = new Map<number, CBORType>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, part(x)],
    [-3, part(y)],
  ]);
  return encodeCBOR(map);
}
