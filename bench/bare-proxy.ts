// The baseline: a minimal proxy on this runtime. The argument is the upstream's URL.
const upstream = process.argv[2] ?? "";

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const path = new URL(request.url).pathname;
    const response = await fetch(upstream + path.replace("/api/v1/bench", ""), {
      headers: { authorization: "Bearer token" },
    });
    return new Response(response.body, { status: response.status, headers: { "content-type": "application/json" } });
  },
});
console.log(server.port);
