// Runs the conformance kit over one plugin folder and prints what is missing; used while writing a plugin.
import { resolve } from "node:path";
import { checkPlugin } from "../src/conformance/check-plugin.ts";

const folder = resolve(process.argv[2] ?? ".");
const { default: plugin } = await import(`${folder}/index.ts`);
const findings = await checkPlugin(plugin, folder);
for (const { where, message } of findings) console.log(`${where}: ${message}`);
console.log(findings.length === 0 ? "The plugin conforms." : `${findings.length} findings.`);
process.exit(findings.length === 0 ? 0 : 1);
