// The place of the page that is shown, for what surrounds it.
import { useRouterState } from '@tanstack/react-router';
import { isInProject, useIsClosed, useNamedPlace } from '../../platform/place.ts';
import type { Place } from '../../platform/place.ts';

/** Whether the page belongs to a project, known at once by its address. */
export function useIsInProject(): boolean {
  const isClosed = useIsClosed();
  const isNamed = useRouterState({ select: ({ location }) => isInProject(location.pathname) });
  return isNamed && !isClosed;
}

/** undefined outside of projects, and until the page knows. */
export function useHere(): Place | undefined {
  const place = useNamedPlace();
  return useIsInProject() ? place : undefined;
}
