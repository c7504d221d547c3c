// What an erasure does with the tables of those who sign in: what is theirs goes with them, by the database.
import type { PersonalRule } from "../../foundation/db/table.ts";

export const OF_PEOPLE: PersonalRule = { erasure: "none", why: "Of those who sign in at the dashboard." };
