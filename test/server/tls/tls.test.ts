// TLS by files: what is served, what is refused with which sentence, and how a renewed certificate is taken up.
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import { readConfig } from "../../../src/foundation/config/config.ts";
import { readTlsPair, type TlsPair } from "../../../src/foundation/config/tls.ts";
import { createLog } from "../../../src/foundation/log/log.ts";
import { platform } from "../../../src/foundation/platform/bun.ts";
import { hostChecks } from "../../../src/operations/doctor/host-checks.ts";
import { watchCertificate } from "../../../src/server/certificate-watch.ts";
import { prepareListeners } from "../../../src/server/listeners.ts";
import { endProcesses, newFolder, run, START_MS, startServer } from "../../support/gateway-process.ts";
import { until } from "../../support/until.ts";

// One test starts six processes, each of which takes seconds on a busy machine.
setDefaultTimeout(3 * START_MS);

const HERE = import.meta.dirname;
const file = (name: string) => join(HERE, `${name}.pem`);
const FILES = { certFile: file("certificate"), keyFile: file("key") };
const RENEWED = { certFile: file("renewed-certificate"), keyFile: file("renewed-key") };
const EXPIRED = { certFile: file("expired-certificate"), keyFile: file("expired-key") };
const ENV = { TLS_CERT_FILE: FILES.certFile, TLS_KEY_FILE: FILES.keyFile };
const DAY_MS = 86_400_000;

afterAll(endProcesses);

const errorOf = (files: typeof FILES) => {
  try {
    readTlsPair(files);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

/** The serial number of the certificate that a new connection gets. */
function servedAt(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    });
    socket.once("error", reject);
  });
}

const fetchTls = (url: string) => fetch(url, { tls: { rejectUnauthorized: false } });

describe("the files of a certificate", () => {
  test("a pair is read; each that cannot be served is refused by name, without its content", () => {
    expect(errorOf(FILES)).toBeNull();
    const text = join(newFolder(), "text.pem");
    writeFileSync(text, "neither certificate nor key");
    const broken = join(newFolder(), "broken.pem");
    writeFileSync(broken, "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n");
    const cases: [Partial<typeof FILES>, string][] = [
      [{ certFile: "/nowhere/cert.pem" }, "TLS_CERT_FILE /nowhere/cert.pem does not exist."],
      [{ keyFile: HERE }, `TLS_KEY_FILE ${HERE} cannot be read (EISDIR).`],
      [{ certFile: FILES.keyFile }, `TLS_CERT_FILE ${FILES.keyFile} has no certificate in PEM form`],
      [{ certFile: broken }, `TLS_CERT_FILE ${broken} has no certificate in PEM form`],
      [{ keyFile: text }, `TLS_KEY_FILE ${text} has no private key in PEM form.`],
      [{ keyFile: FILES.certFile }, `TLS_KEY_FILE ${FILES.certFile} has no private key in PEM form.`],
      [{ keyFile: RENEWED.keyFile }, "does not match the first certificate"],
      [{ keyFile: file("encrypted-key") }, "is encrypted, and the gateway has no passphrase for it"],
    ];
    for (const [change, sentence] of cases) expect(errorOf({ ...FILES, ...change })).toContain(sentence);
  });

  test("one without the other is refused with the configuration", () => {
    const only = (env: object) => () => readConfig(env as Record<string, string>);
    const sentence = "TLS_CERT_FILE and TLS_KEY_FILE must be set together.";
    expect(only({ TLS_CERT_FILE: "a" })).toThrow(sentence);
    expect(only({ TLS_KEY_FILE: "a" })).toThrow(sentence);
  });

  test("doctor tells what is wrong with them", () => {
    const check = (files: typeof FILES, baseUrl: string | null, now = Date.now()) => {
      const env = { TLS_CERT_FILE: files.certFile, TLS_KEY_FILE: files.keyFile, ...(baseUrl && { BASE_URL: baseUrl }) };
      const line = hostChecks(readConfig({ ...env, DATA_DIR: newFolder() }), now).find(
        (one) => one.check === "certificate",
      );
      return `${line?.ok ? (line.warning ? "warning" : "ok") : "FAIL"} ${line?.message}`;
    };
    const end = Date.parse("2025-02-01T00:00:00Z");
    expect(check(FILES, "https://gateway.example")).toStartWith("ok ");
    expect(check(FILES, "https://api.gateway.example")).toStartWith("ok ");
    expect(check(FILES, "https://other.example")).toContain("FAIL that of");
    expect(check(EXPIRED, null, end + 1)).toContain("FAIL The certificate of TLS_CERT_FILE expired on 2025-02-01");
    expect(check(EXPIRED, null, end - 5 * DAY_MS)).toContain("warning the certificate of");
    expect(check(EXPIRED, null, Date.parse("2024-12-01"))).toContain(
      "FAIL The certificate of TLS_CERT_FILE is valid only",
    );
  });
});

describe("a gateway with TLS", () => {
  test("S-80: serves HTTPS with HSTS on both listeners; commands reach it; plain HTTP gets nothing", async () => {
    const env = { DATA_DIR: newFolder(), GATEWAY_ADMIN_TOKEN: "admin-token-for-tests", ...ENV };
    const server = await startServer({ ...env, ADMIN_PORT: "0" });
    expect(server.url).toStartWith("https://");
    const response = await fetchTls(`${server.url}/health/ready`);
    expect([response.status, response.headers.get("strict-transport-security")]).toEqual([200, "max-age=31536000"]);
    const plain = await fetch(server.url.replace("https:", "http:")).catch(() => null);
    expect(plain?.ok ?? false).toBe(false);
    expect((await run(["health"], env)).stdout).toBe("ready\n");
    expect((await run(["user", "create", "--email", "ada@example.com"], env)).code).toBe(0);
    expect((await run(["backup", join(newFolder(), "a.backup")], env)).code).toBe(0);
    expect((await run(["doctor"], env)).stdout).toContain("in use by the gateway at https://");
    server.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
  });

  test("does not start with a key of another certificate", async () => {
    const { code, stderr } = await run(["serve"], {
      DATA_DIR: newFolder(),
      PORT: "0",
      ...ENV,
      TLS_KEY_FILE: RENEWED.keyFile,
    });
    expect(code).toBe(1);
    expect(stderr).toContain("does not match the first certificate");
  });
});

describe("a renewed certificate", () => {
  const isLinux = process.platform === "linux";
  /** Listeners and a watch on files of their own. */
  async function watched() {
    const folder = newFolder();
    const files = { certFile: join(folder, "certificate.pem"), keyFile: join(folder, "key.pem") };
    const put = ({ certFile, keyFile }: typeof FILES) => {
      copyFileSync(certFile, files.certFile);
      copyFileSync(keyFile, files.keyFile);
    };
    put(FILES);
    const config = readConfig({ PORT: "0", TLS_CERT_FILE: files.certFile, TLS_KEY_FILE: files.keyFile });
    const held = Promise.withResolvers<Response>();
    const handle = async (request: Request) => (request.url.endsWith("/held") ? held.promise : new Response("served"));
    const listeners = await prepareListeners(config, platform, handle, handle, null);
    listeners.open();
    const lines: string[] = [];
    const log = createLog("debug", Date.now, (line) => void lines.push(line));
    const clock = { now: Date.now() };
    const watch = watchCertificate(files, listeners.tlsPair as TlsPair, {
      log,
      now: () => clock.now,
      serve: listeners.useTlsPair,
    });
    const events = () => lines.map((line) => (JSON.parse(line) as { event: string }).event);
    const close = async () => {
      watch.stop();
      await listeners.finish(1_000);
    };
    return { put, files, listeners, watch, held, events, clock, lines, close };
  }

  test("serves new connections, while a running request ends as it began", async () => {
    const { put, listeners, watch, held, events, close } = await watched();
    const before = await servedAt(listeners.listening);
    const running = fetchTls(`${listeners.listening}/held`);
    // On another connection: when it is answered, the held request has arrived too.
    await fetchTls(listeners.listening);
    put(RENEWED);
    watch.compare();
    if (isLinux) {
      expect(events()).toEqual(["certificate_replaced"]);
      await until(async () => (await servedAt(listeners.listening)) !== before);
      expect(await (await fetchTls(listeners.listening)).text()).toBe("served");
    } else expect(events()).toEqual(["certificate_not_replaced"]);
    held.resolve(new Response("held until then"));
    expect(await (await running).text()).toBe("held until then");
    watch.compare();
    expect(events()).toHaveLength(1);
    await close();
    expect(await fetchTls(listeners.listening).catch(() => null)).toBeNull();
  });

  test("of which one file is written before the other changes nothing, and is logged once", async () => {
    const { put, files, listeners, watch, events, lines, close } = await watched();
    const before = await servedAt(listeners.listening);
    copyFileSync(RENEWED.certFile, files.certFile);
    watch.compare();
    watch.compare();
    expect(events()).toEqual(["certificate_unusable"]);
    expect(await servedAt(listeners.listening)).toBe(before);
    expect(lines.join()).not.toContain("PRIVATE KEY");
    put(RENEWED);
    watch.compare();
    expect(events()).toEqual(["certificate_unusable", isLinux ? "certificate_replaced" : "certificate_not_replaced"]);
    await close();
  });

  test("that was not made is logged once an hour from its expiry on", async () => {
    const { watch, events, clock, close } = await watched();
    watch.compare();
    expect(events()).toEqual([]);
    clock.now += 200 * 365 * DAY_MS;
    for (let minute = 0; minute < 61; minute++) watch.compare();
    expect(events()).toEqual(["certificate_invalid", "certificate_invalid"]);
    await close();
  });
});
