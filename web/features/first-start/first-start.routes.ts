import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadTextBundle } from '../../platform/i18n.ts';
import { rootRoute } from '../../platform/root-route.ts';
import { steps } from './steps.ts';
import type { Step } from './steps.ts';

const firstStartRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/first-start',
  validateSearch: ({ step }: Record<string, unknown>): { step?: Step } => {
    const known = steps.find((one) => one === step);
    return known === undefined ? {} : { step: known };
  },
  loader: () => loadTextBundle('administration'),
  component: lazyRouteComponent(() => import('./first-start.page.tsx'), 'FirstStartPage'),
});

export const firstStartRoutes = [firstStartRoute] as const;
