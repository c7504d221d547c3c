// The software bill of materials of a binary: every package that the bundler took in, as CycloneDX 1.6 JSON.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Enums, Models, Serialize, Spec } from "@cyclonedx/cyclonedx-library";
import about from "../package.json" with { type: "json" };
import { root } from "./binary.ts";

interface Manifest {
  name: string;
  version: string;
  license?: string;
  description?: string;
}

/** Packages that no source map names: their files are embedded as they are. */
const EMBEDDED = ["node_modules/@electric-sql/pglite", "node_modules/@scalar/api-reference"];

/** Packages by name, from the paths of a source map. */
export function packagesOf(sources: readonly string[]): Manifest[] {
  const folders = new Set(EMBEDDED);
  for (const source of sources) {
    // The innermost folder: a package may bring one of another version.
    const [, path] = /(node_modules\/.*)$/.exec(source) ?? [];
    const [folder] = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path ?? "") ?? [];
    if (folder) folders.add(folder);
  }
  const manifests = [...folders].map((folder) => {
    const { name, version, license, description } = JSON.parse(
      readFileSync(join(root, folder, "package.json"), "utf8"),
    ) as Manifest;
    return { name, version, license, description };
  });
  return manifests.sort((a, b) => `${a.name}@${a.version}`.localeCompare(`${b.name}@${b.version}`));
}

/** `integrities` are those of bun.lock, by `name@version`. */
export function billOfMaterials(packages: readonly Manifest[], integrities: ReadonlyMap<string, string>): string {
  const bom = new Models.Bom();
  const own = new Models.Component(Enums.ComponentType.Application, about.name, {
    version: about.version,
    bomRef: about.name,
    licenses: licenseOf(about.license),
  });
  bom.metadata.component = own;
  const runtime: Manifest = { name: "bun", version: Bun.version, license: "MIT" };
  for (const { name, version, license, description } of [...packages, runtime]) {
    const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
    const component = new Models.Component(Enums.ComponentType.Library, name, {
      version,
      description,
      purl,
      bomRef: purl,
      licenses: licenseOf(license),
    });
    const [, digest] = /^sha512-(.+)$/.exec(integrities.get(`${name}@${version}`) ?? "") ?? [];
    if (digest) component.hashes.set(Enums.HashAlgorithm["SHA-512"], Buffer.from(digest, "base64").toString("hex"));
    own.dependencies.add(component.bomRef);
    bom.components.add(component);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

function licenseOf(license: string | undefined): Models.LicenseRepository {
  if (!license) return new Models.LicenseRepository();
  const known = / (OR|AND|WITH) /.test(license)
    ? new Models.LicenseExpression(license)
    : new Models.SpdxLicense(license);
  return new Models.LicenseRepository([known]);
}

/** The integrities of bun.lock, by `name@version`. */
export function lockedIntegrities(): Map<string, string> {
  const lock = Bun.JSONC.parse(readFileSync(join(root, "bun.lock"), "utf8")) as {
    packages: Record<string, [spec: string, registry: string, more: object, integrity: string]>;
  };
  return new Map(Object.values(lock.packages).map(([spec, , , integrity]) => [spec, integrity]));
}
