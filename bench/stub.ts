// The benchmarks' upstream: token, identity and one resource, after the delay in the path's first segment.
// Each authorization code is another person's, so that an event of one is nobody else's, and a second connect is the same person's.
const THING = JSON.stringify({ id: 1, title: "A thing", state: "open", body: "x".repeat(600) });
const json = { headers: { "content-type": "application/json" } };

const people = new Map<string, number>();
const personOf = (code: string): number => {
  const person = people.get(code) ?? people.size + 1;
  people.set(code, person);
  return person;
};
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const path = new URL(request.url).pathname;
    if (path.endsWith("/token")) {
      const code = new URLSearchParams(await request.text()).get("code") ?? "";
      return Response.json({
        access_token: `${personOf(code)}.${crypto.randomUUID()}`,
        token_type: "bearer",
        expires_in: 86_400,
        refresh_token: "r",
        scope: "things",
      });
    }
    if (path.endsWith("/me")) {
      const id = Number(request.headers.get("authorization")?.match(/ (\d+)\./)?.[1] ?? 0);
      return Response.json({ id, name: `person ${id}` });
    }
    const delay = Number(path.match(/^\/delay-(\d+)\//)?.[1] ?? 0);
    if (delay > 0) await Bun.sleep(delay);
    return new Response(THING, json);
  },
});
console.log(server.port);
