// The baseline: the least a proxy on this runtime can do. The upstream's URL is the argument.
const upstream = process.argv[2] ?? "";

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const path = new URL(request.url).pathname;
    const answer = await fetch(upstream + path.replace("/api/v1/bench", ""), {
      headers: { authorization: "Bearer token" },
    });
    return new Response(answer.body, { status: answer.status, headers: { "content-type": "application/json" } });
  },
});
console.log(server.port);
