import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadLateTexts } from '../../platform/i18n.ts';
import { rootRoute } from '../../platform/root-route.ts';

const steps = ['site', 'mail', 'project'] as const;
/** What comes after the administrator. */
export type Step = (typeof steps)[number];

const firstStartRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/first-start',
  validateSearch: ({ step }: Record<string, unknown>): { step?: Step } => {
    const known = steps.find((one) => one === step);
    return known === undefined ? {} : { step: known };
  },
  loader: () => loadLateTexts(),
  component: lazyRouteComponent(() => import('./first-start.page.tsx'), 'FirstStartPage'),
});

export const firstStartRoutes = [firstStartRoute] as const;
