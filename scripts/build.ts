// Builds a binary for this machine: bun scripts/build.ts [path, default dist/gateway].
import { rmSync } from "node:fs";
import { join } from "node:path";
import { buildBinary, prepare, root } from "./binary.ts";

const outfile = process.argv[2] ?? join(root, "dist", "gateway");
const scratch = await prepare();
try {
  await buildBinary(outfile, scratch);
  console.log(`Built ${outfile}`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
