// An upgrade as a process, which tests kill: its request as JSON in the one argument.
import { upgrade } from "../../../src/operations/upgrade/upgrade.ts";
import { UpgradeError } from "../../../src/operations/upgrade/upgrade-error.ts";
import { requestOf } from "./fake-release.ts";

try {
  await upgrade(requestOf(JSON.parse(process.argv[2] ?? "")));
} catch (error) {
  if (!(error instanceof UpgradeError)) throw error;
  console.log(error.code);
  process.exit(1);
}
