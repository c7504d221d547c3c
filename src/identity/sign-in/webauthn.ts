// Loads the checks of WebAuthn when they are first needed: few requests need them, and they are a megabyte of code.

/** Its X.509 library wants the metadata API first; a bundle does not keep the order that its own imports have. */
export async function loadWebAuthn() {
  await import("reflect-metadata");
  return import("@simplewebauthn/server");
}
