import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textIn } from '../../platform/parse-unknown.ts';
import { rootRoute } from '../../platform/root-route.ts';

export interface ProgramSearch {
  /** Words that titles of features have. */
  q?: string;
}

const programRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$project/program',
  validateSearch: (search): ProgramSearch => {
    const q = textIn(search, 'q');
    return q === undefined || q === '' ? {} : { q };
  },
  component: lazyRouteComponent(() => import('./program.page.tsx'), 'ProgramPage'),
});

export const programRoutes = [programRoute] as const;
