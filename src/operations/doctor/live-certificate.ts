// How long the certificate is valid that callers get at BASE_URL, whoever serves it. That it is trusted, a request has shown.
import { connect } from "node:tls";
import { isoDay } from "../../foundation/config/tls.ts";
import { portOf } from "../../foundation/network/url-port.ts";
import { type Check, passed, warned } from "./check.ts";

const TIMEOUT_MS = 5_000;
const DAY_MS = 86_400_000;
/** Renewals come a month before the end: this near to it, one has failed. */
export const EXPIRES_SOON_DAYS = 14;

/** No line for plain HTTP. */
export async function checkLiveCertificate(baseUrl: string, now: number): Promise<Check[]> {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol !== "https:") return [];
  const check = "live certificate";
  const host = hostname.replace(/^\[|\]$/g, "");
  const end = await certificateEnd(host, portOf(baseUrl));
  if (end === null) return [warned(check, `that of ${baseUrl} could not be read, so its end is unknown`)];
  const days = Math.floor((end - now) / DAY_MS);
  const text = `that of ${hostname} is valid until ${isoDay(end)}`;
  return days < EXPIRES_SOON_DAYS
    ? [warned(check, `${text}, for ${days} more days: find out why it was not renewed`)]
    : [passed(check, text)];
}

/** The end of what the server presents, as Unix time in milliseconds; null where it presents nothing. */
function certificateEnd(host: string, port: number): Promise<number | null> {
  return new Promise((resolve) => {
    // Not verified here: the request before was, by the rules of every caller.
    const socket = connect({ host, port, servername: /^[\d.]+$|:/.test(host) ? "" : host, rejectUnauthorized: false });
    const end = (at: number | null) => {
      socket.destroy();
      resolve(at);
    };
    socket.setTimeout(TIMEOUT_MS, () => end(null));
    socket.once("error", () => end(null));
    socket.once("secureConnect", () => {
      const at = Date.parse(socket.getPeerCertificate().valid_to ?? "");
      end(Number.isNaN(at) ? null : at);
    });
  });
}
