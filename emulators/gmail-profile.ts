// Adds Gmail's profile to the Google emulator, out of its history: it says where a poll starts.
import { bearerOf, type Endpoint, type EndpointContext } from "./service.ts";

const PROFILE = "/gmail/v1/users/me/profile";

export function createGmailProfile(context: EndpointContext): Endpoint {
  return async (request) => {
    if (request.method !== "GET" || request.url.pathname !== PROFILE) return undefined;
    const path = "/gmail/v1/users/me/history?startHistoryId=0&maxResults=1";
    const response = await context.forward(request, { path });
    if (!response.ok) return response;
    const { historyId } = (await response.json()) as { historyId: string };
    return Response.json({ emailAddress: context.tokens.userOf(bearerOf(request.headers)) ?? null, historyId });
  };
}
