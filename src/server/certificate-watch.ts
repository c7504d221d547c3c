// Takes up a renewed certificate from its files while the gateway runs, and logs one that expires.
import { clearInterval, setInterval } from "node:timers";
import {
  certificateDates,
  dateError,
  isoDay,
  readTlsPair,
  type TlsFiles,
  type TlsPair,
} from "../foundation/config/tls.ts";
import { StartupError } from "../foundation/errors.ts";
import type { Log } from "../foundation/log/log.ts";

/** How often the files are compared with what is served. */
const EVERY_MS = 60_000;
/** An expired certificate is logged again after so many comparisons: an hour. */
const REMIND_EVERY = 60;

export interface CertificateWatch {
  /** Compares, and serves the files where they are others and valid as a pair. */
  compare(): void;
  stop(): void;
}

/**
 * Files of which one was written before the other do not match for a moment: what is served stays, and the next comparison
 * finds the pair. `serve` returns false where the runtime cannot exchange a listener.
 */
export function watchCertificate(
  files: TlsFiles,
  served: TlsPair,
  { log, now, serve }: { log: Log; now(): number; serve(pair: TlsPair): boolean },
): CertificateWatch {
  let current = served;
  let lastError: string | null = null;
  let comparisons = 0;
  const warnOnce = (event: string, message: string) => {
    if (lastError !== message) log.warn(event, { message });
    lastError = message;
  };
  const useCertificate = (pair: TlsPair) => {
    if (pair.cert === current.cert && pair.key === current.key) return;
    if (!serve(pair)) {
      return warnOnce("certificate_not_replaced", "The certificate files have changed. Restart to use them.");
    }
    current = pair;
    comparisons = 0;
    lastError = null;
    log.info("certificate_replaced", { valid_until: isoDay(certificateDates(pair).expiresAt) });
  };
  const compare = () => {
    try {
      useCertificate(readTlsPair(files));
    } catch (error) {
      warnOnce("certificate_unusable", error instanceof StartupError ? error.message : "The new files cannot be used.");
    }
    const message = dateError(certificateDates(current), now());
    if (message && comparisons++ % REMIND_EVERY === 0) log.warn("certificate_invalid", { message });
  };
  compare();
  const timer = setInterval(compare, EVERY_MS).unref();
  return { compare, stop: () => clearInterval(timer) };
}
