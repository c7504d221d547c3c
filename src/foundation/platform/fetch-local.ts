// A request of a command to the gateway on this machine.

/**
 * The certificate is not compared: it is one for the public name, and the connection does not leave the machine. server.json
 * has the address, and its reader has checked that the process is alive.
 */
export function fetchLocal(request: Request): Promise<Response> {
  const isTls = request.url.startsWith("https:");
  return isTls ? fetch(request, { tls: { rejectUnauthorized: false } }) : fetch(request);
}
