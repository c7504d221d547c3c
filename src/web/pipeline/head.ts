// The response to HEAD, out of that to GET.

/** The longest body that is measured; a longer one goes without a length. */
const MAX_MEASURED_BYTES = 1024 * 1024;

/** With the length that GET would have where it can be measured (RFC 9110, section 9.3.2). */
export async function withoutBody(response: Response): Promise<Response> {
  if (!response.body) return response;
  const reader = response.body.getReader();
  const head = { status: response.status, headers: new Headers(response.headers) };
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) {
      head.headers.set("content-length", String(size));
      return new Response(null, head);
    }
    size += value.byteLength;
    if (size <= MAX_MEASURED_BYTES) continue;
    await reader.cancel();
    // The runtime gives a response without a body the length 0, and one with a stream no length.
    return new Response(new ReadableStream({ start: (controller) => controller.close() }), head);
  }
}
