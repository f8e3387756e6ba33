import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../platform/root-route.ts';

/** What of a plan is shown, kept in the address. */
export interface PlanSearch {
  /** Only items with these words in their title or number. */
  q?: string;
  mine?: true;
  unestimated?: true;
  /** What is done as well: items, and milestones. */
  closed?: true;
  /** The item that is looked at beside the plan. */
  item?: number;
}

const readSearch = ({ q, mine, unestimated, closed, item }: Record<string, unknown>): PlanSearch => ({
  ...((typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: String(q) } : {}),
  ...(mine === true ? { mine } : {}),
  ...(unestimated === true ? { unestimated } : {}),
  ...(closed === true ? { closed } : {}),
  ...(Number.isSafeInteger(item) && Number(item) > 0 ? { item: Number(item) } : {}),
});

const backlogRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$project/backlog',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('./backlog.page.tsx'), 'BacklogPage'),
});

const milestonePlanRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/milestones/$id/planning',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('./backlog.page.tsx'), 'MilestonePlanPage'),
});

const milestoneRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/milestones/$id',
  component: lazyRouteComponent(() => import('./milestone.page.tsx'), 'MilestonePage'),
});

export const planningRoutes = [backlogRoute, milestonePlanRoute, milestoneRoute] as const;
