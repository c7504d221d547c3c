// Starts a proxy with a configuration of docs/proxies before two upstreams.
import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { newFolder } from "../support/gateway-process.ts";
import { sendRaw } from "../support/raw-http.ts";
import { until } from "../support/until.ts";

export const DOCS = fileURLToPath(new URL("../../docs/proxies/", import.meta.url));

export interface ProxyProgram {
  name: string;
  file: string;
  words(config: string, folder: string): string[];
}
const nginxWords = (config: string, folder: string) => {
  const settings = `pid ${folder}/pid; error_log ${folder}/error.log; daemon off;`;
  return ["nginx", "-p", folder, "-e", `${folder}/error.log`, "-c", config, "-g", settings];
};
export const PROXIES: ProxyProgram[] = [
  { name: "nginx", file: "nginx.conf", words: nginxWords },
  { name: "haproxy", file: "haproxy.cfg", words: (config) => ["haproxy", "-db", "-f", config] },
  {
    name: "caddy",
    file: "Caddyfile",
    words: (config) => ["caddy", "run", "--adapter", "caddyfile", "--config", config],
  },
];

/** What a client sends to a route, with a value in place of each parameter. */
export const requestTarget = (path: string): string => path.replaceAll(/\{[^}]+\}/g, "x");

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Runs `work` with the URL of a proxy before two upstreams. */
export async function behind<T>(
  proxy: ProxyProgram,
  text: string,
  upstreams: readonly string[],
  work: (url: string) => Promise<T>,
) {
  const [folder, port] = [newFolder(), await freePort()];
  const [one, two] = upstreams.map((url) => new URL(url).host) as [string, string];
  const config = join(folder, proxy.file);
  const replacements = { "127.0.0.1:3000": one, "127.0.0.1:3010": two, "8080": String(port) };
  writeFileSync(
    config,
    Object.entries(replacements).reduce((config, [from, to]) => config.replaceAll(from, to), text),
  );
  const [file = "", ...words] = proxy.words(config, folder);
  const child: ChildProcess = spawn(file, words, {
    cwd: folder,
    stdio: "ignore",
    env: { ...process.env, HOME: folder },
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    const isReady = () =>
      sendRaw(url, { target: "/health/ready" }).then(
        ({ status }) => status === 200,
        () => false,
      );
    await until(isReady, 20_000);
    return await work(url);
  } finally {
    const ended = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGTERM");
    await ended;
  }
}
