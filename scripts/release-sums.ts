// The checksums of a release, and their signature.
import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const SUMS = "SHA256SUMS";
export const SIGNATURE = "SHA256SUMS.sig";

/** A line for each file of the folder, in the form that `sha256sum --check` reads. */
export function sumsOf(folder: string): string {
  const names = readdirSync(folder).filter((name) => name !== SUMS && name !== SIGNATURE);
  const lines = names.sort().map((name) => {
    const digest = createHash("sha256")
      .update(readFileSync(join(folder, name)))
      .digest("hex");
    return `${digest}  ${name}\n`;
  });
  return lines.join("");
}

/** The keys that a release trusts, each Ed25519 in base64 of SPKI, as the body of its PEM file is; throws for another kind. */
export function readPublicKeys(text: string | undefined): string[] {
  const keys = (text ?? "").split(/[\s,]+/).filter((key) => key !== "");
  for (const key of keys) {
    const { asymmetricKeyType } = createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" });
    if (asymmetricKeyType !== "ed25519")
      throw new Error(`A key of releases must be Ed25519, not ${asymmetricKeyType}.`);
  }
  return keys;
}

/** The signature in base64. Throws where binaries with these public keys would refuse it. */
export function signatureOf(sums: string, privateKeyPem: string, publicKeys: readonly string[]): string {
  const bytes = Buffer.from(sums);
  const signature = sign(null, bytes, createPrivateKey(privateKeyPem));
  const isKnown = publicKeys.some((key) =>
    verify(null, bytes, createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" }), signature),
  );
  if (!isKnown)
    throw new Error("RELEASE_SIGNING_KEY belongs to no key of RELEASE_PUBLIC_KEYS: nobody could verify it.");
  return `${signature.toString("base64")}\n`;
}
