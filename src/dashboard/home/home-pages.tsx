/** @jsxImportSource #pages */
// Home: the first steps until they are done, then what needs somebody and what calls look like lately.
import type { PublicRoute } from "../../web/http/route.ts";
import { tr } from "../../web/pages/messages.ts";
import { type Dashboard, redirectTo, type View } from "../pages.tsx";
import { HOME_PATH, INTEGRATIONS_PATH } from "../paths.ts";
import type { PageRequest } from "../visit.ts";
import { AttentionList, attentionOf } from "./attention.tsx";
import { Busiest, busiestOf } from "./busiest.tsx";
import { FirstSteps, firstStepsOf, LaterSteps } from "./first-steps.tsx";
import { readHome } from "./home-data.ts";
import { Overview } from "./overview.tsx";

/** What earlier addresses of the integrations had behind "/". */
const OF_INTEGRATIONS = ["connected", "connect", "status", "error"];

export function homePages(dashboard: Dashboard): PublicRoute[] {
  return [
    dashboard.page({ id: "home", path: HOME_PATH, access: "person", show: (visit) => homePage(dashboard, visit) }),
  ];
}

async function homePage(dashboard: Dashboard, visit: PageRequest): Promise<View | Response> {
  const { searchParams, search } = visit.url;
  if (!visit.user) return redirectTo(visit.person.role === null ? "/settings/sign-in" : "/operator/users");
  if (OF_INTEGRATIONS.some((name) => searchParams.has(name)))
    return redirectTo(`${visit.base}${INTEGRATIONS_PATH}${search}`);
  if (searchParams.get("part") === "busiest") return busiestView(dashboard, visit);
  const data = await readHome(dashboard, visit);
  const [steps, attention] = await Promise.all([
    firstStepsOf(dashboard, visit, data),
    attentionOf(dashboard, visit, data),
  ]);
  const hasStarted = steps.every(({ isDone, isOptional }) => isDone || isOptional);
  return {
    title: tr("Home"),
    lead: hasStarted
      ? tr("What needs you, and your calls of the last 14 days.")
      : tr("A few steps to your first call."),
    body: (
      <>
        {hasStarted ? null : <FirstSteps steps={steps} />}
        <AttentionList items={attention} hasStarted={hasStarted} />
        <Overview dashboard={dashboard} visit={visit} data={data} />
        {hasStarted ? <LaterSteps steps={steps} /> : null}
      </>
    ),
  };
}

/** A part that the page asks for once it is visible, since it reads more than the rest. */
const busiestView = async (dashboard: Dashboard, visit: PageRequest): Promise<View> => ({
  title: tr("Home"),
  body: <Busiest visit={visit} {...(await busiestOf(dashboard, visit))} />,
});
