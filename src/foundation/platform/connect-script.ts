// Compiles /connect.js for browsers out of the client's sources; a build does it once and embeds the result.
import { join } from "node:path";

export async function buildConnectScript(root: string): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [join(root, "client/src/connect-script.ts")],
    target: "browser",
    format: "iife",
    minify: true,
  });
  return (await outputs[0]?.text()) ?? "";
}
