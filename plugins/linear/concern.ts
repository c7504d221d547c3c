// Whom an issue concerns: its assignee, creator, delegate and subscribers. Events reach these people alone.
import type { CallIdentity } from "gateway/plugin";
import { memberId } from "./member.ts";

const isMe = { isMe: { eq: true } };

/** Linear's filter for the issues that concern the resource owner. */
export const CONCERNS_ME = [{ assignee: isMe }, { creator: isMe }, { delegate: isMe }, { subscribers: { some: isMe } }];

/** Whether it is the resource owner, who is not told of what they did themselves. */
export const isResourceOwner = (identity: CallIdentity, userId: string | null | undefined) =>
  userId === memberId(identity);
