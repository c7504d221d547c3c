// The program's version, from package.json, and the order of versions.
import about from "../../package.json" with { type: "json" };

export const VERSION: string = about.version;

const FORM = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/;

export function isVersion(text: string): boolean {
  return FORM.test(text);
}

/** Negative where `a` comes before `b`, 0 where they are the same. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split(".").map(Number)) as [number[], number[]];
  const i = left.findIndex((part, i) => part !== right[i]);
  return i === -1 ? 0 : (left[i] as number) - (right[i] as number);
}
