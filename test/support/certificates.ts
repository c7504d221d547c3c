// A certificate authority for tests of TLS, made by openssl.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Certificates {
  ca: string;
  /** For hooks.example.com and, as an address, 127.0.0.1. */
  right: { key: string; cert: string };
  /** For another name, of the same authority. */
  other: { key: string; cert: string };
}

/** A certificate authority and two certificates of it. */
export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), "webhooks-ca-"));
  const file = (name: string) => join(folder, name);
  const read = (name: string) => readFileSync(file(name), "utf8");
  const openssl = (...parameters: string[]) => execFileSync("openssl", parameters, { stdio: "pipe" });
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  try {
    const root = ["-x509", "-days", "2", "-subj", "/CN=Test CA", "-addext", "basicConstraints=critical,CA:TRUE"];
    openssl("req", ...root, ...newKey, "-keyout", file("ca.key"), "-out", file("ca.pem"));
    const issue = (name: string, names: string) => {
      openssl("req", ...newKey, "-subj", `/CN=${name}`, "-keyout", file(`${name}.key`), "-out", file(`${name}.csr`));
      writeFileSync(file("names"), `subjectAltName=${names}\n`);
      const signer = ["-CA", file("ca.pem"), "-CAkey", file("ca.key"), "-CAcreateserial", "-days", "2"];
      const output = ["-extfile", file("names"), "-out", file(`${name}.pem`)];
      openssl("x509", "-req", "-in", file(`${name}.csr`), ...signer, ...output);
      return { key: read(`${name}.key`), cert: read(`${name}.pem`) };
    };
    const right = issue("right", "DNS:hooks.example.com,IP:127.0.0.1");
    return { ca: read("ca.pem"), right, other: issue("other", "DNS:other.example.com") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
