// The operator's pages; with a listener of the operator's own they are served only there.
import type { PublicRoute } from "../../http/route.ts";
import type { Dashboard } from "../pages.tsx";
import { peoplePages } from "./people-pages.tsx";
import { personActPages } from "./person-acts.tsx";
import { personPages } from "./person-page.tsx";
import { userActPages } from "./user-acts.tsx";
import { userPages } from "./user-page.tsx";
import { usersPages } from "./users-pages.tsx";

export function operatorPages(dashboard: Dashboard): PublicRoute[] {
  return [usersPages, userPages, userActPages, peoplePages, personPages, personActPages].flatMap((pages) =>
    pages(dashboard),
  );
}
