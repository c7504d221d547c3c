// Sums every file of a release, the image as well, and signs the sums: bun scripts/sign-release.ts [folder, default dist/release]
// RELEASE_SIGNING_KEY is the private key (PEM), RELEASE_PUBLIC_KEYS what the binaries were built with.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./binary.ts";
import { readPublicKeys, SIGNATURE, SUMS, signatureOf, sumsOf } from "./release-sums.ts";

const folder = process.argv[2] ?? join(root, "dist", "release");
const keys = readPublicKeys(process.env.RELEASE_PUBLIC_KEYS);
const privateKey = process.env.RELEASE_SIGNING_KEY;
const sums = sumsOf(folder);
writeFileSync(join(folder, SUMS), sums);
if (privateKey) {
  writeFileSync(join(folder, SIGNATURE), signatureOf(sums, privateKey, keys));
  console.log(`${SUMS} is signed.`);
} else if (keys.length > 0) {
  console.error("RELEASE_PUBLIC_KEYS is set without RELEASE_SIGNING_KEY: the binaries would refuse this release.");
  process.exit(1);
} else console.log(`${SUMS} is not signed: RELEASE_SIGNING_KEY is not set.`);
