// The certificate and the private key that the listeners serve by TLS, read from files and checked.
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { StartupError, sqlStateOf } from "../errors.ts";
import { userOf } from "../unwritable.ts";

/** The paths that TLS_CERT_FILE and TLS_KEY_FILE name. */
export interface TlsFiles {
  certFile: string;
  keyFile: string;
}

/** PEM; the certificates of the issuers may follow the server's own. */
export interface TlsPair {
  cert: string;
  key: string;
}

/** Larger is no certificate chain and no key. */
const MAX_BYTES = 1024 * 1024;

/** Throws a `StartupError` that names the file and what is wrong with it. */
export function readTlsPair({ certFile, keyFile }: TlsFiles): TlsPair {
  const cert = readPem("TLS_CERT_FILE", certFile);
  const key = readPem("TLS_KEY_FILE", keyFile);
  const certificate = parseCertificate(cert);
  if (!certificate) {
    const step =
      "use the file that starts with the server's own certificate, followed by those of its issuers (fullchain.pem)";
    throw new StartupError(`TLS_CERT_FILE ${certFile} has no certificate in PEM form: ${step}.`, {
      nextStep: `set TLS_CERT_FILE to ${step.slice("use ".length)}`,
    });
  }
  if (!certificate.checkPrivateKey(parseKey(key, keyFile))) {
    const step = "use files that belong together";
    throw new StartupError(
      `The key in TLS_KEY_FILE ${keyFile} does not match the first certificate in TLS_CERT_FILE ${certFile}: ${step}.`,
      {
        nextStep:
          "set TLS_KEY_FILE to the key for which that certificate was made, or have a new one made for this key",
      },
    );
  }
  return { cert, key };
}

function readPem(variable: string, file: string): string {
  let content: Buffer;
  try {
    content = readFileSync(file);
  } catch (error) {
    const code = sqlStateOf(error) ?? "";
    const why = code === "ENOENT" ? "does not exist" : `cannot be read (${code})`;
    throw new StartupError(`${variable} ${file} ${why}.`, { nextStep: readStep(variable, file, code) });
  }
  if (content.byteLength > MAX_BYTES)
    throw new StartupError(`${variable} ${file} is too large for a PEM file.`, {
      nextStep: `set ${variable} to a PEM file`,
    });
  return content.toString("utf8");
}

function readStep(variable: string, file: string, code: string): string {
  if (code !== "EACCES" && code !== "EPERM") return `set ${variable} to the path of the file`;
  return `let the gateway's user${userOf()} read ${file} and enter its folders, as by a group that has that right`;
}

function parseCertificate(pem: string): X509Certificate | null {
  try {
    return pem.includes("-----BEGIN CERTIFICATE-----") ? new X509Certificate(pem) : null;
  } catch {
    // The caller reports a file that is no certificate.
    return null;
  }
}

/** The runtime's own error could hold parts of the key. */
function parseKey(pem: string, file: string): KeyObject {
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED/.test(pem)) {
    const step = `write it without one (openssl pkey -in ${file} -out <file>), readable only by the gateway's user`;
    throw new StartupError(`TLS_KEY_FILE ${file} is encrypted, and the gateway has no passphrase for it: ${step}.`, {
      nextStep: `${step}, and set TLS_KEY_FILE to that file`,
    });
  }
  try {
    return createPrivateKey(pem);
  } catch {
    throw new StartupError(`TLS_KEY_FILE ${file} has no private key in PEM form.`, {
      nextStep: "set TLS_KEY_FILE to the private key (privkey.pem)",
    });
  }
}

export interface CertificateDates {
  /** Milliseconds since 1970. */
  startsAt: number;
  expiresAt: number;
}

/** The dates of the server's own certificate. */
export function certificateDates({ cert }: TlsPair): CertificateDates {
  const { validFrom, validTo } = new X509Certificate(cert);
  return { startsAt: Date.parse(validFrom), expiresAt: Date.parse(validTo) };
}

/** Whether the certificate is one for this host name or address. */
export function isCertificateOf({ cert }: TlsPair, host: string): boolean {
  const certificate = new X509Certificate(cert);
  const address = host.replace(/^\[|\]$/g, "");
  return (isIP(address) ? certificate.checkIP(address) : certificate.checkHost(host)) !== undefined;
}

/** What is wrong with the dates, as a sentence; null when the certificate is valid at this time. */
export function dateError({ startsAt, expiresAt }: CertificateDates, now: number): string | null {
  if (now >= expiresAt) {
    return `The certificate of TLS_CERT_FILE expired on ${isoDay(expiresAt)}: clients refuse it. Renew it; the gateway loads the new files by itself.`;
  }
  if (now < startsAt)
    return `The certificate of TLS_CERT_FILE is valid only from ${isoDay(startsAt)}: check the clock.`;
  return null;
}

export const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10);
