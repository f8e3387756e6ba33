// The place of the page that is shown, for what surrounds it.
import { useRouterState } from '@tanstack/react-router';
import { isInProject, useNamedPlace } from '../../platform/place.ts';
import type { Place } from '../../platform/place.ts';

/** Whether the page belongs to a project, known at once by its address. */
export const useIsInProject = (): boolean =>
  useRouterState({ select: ({ location }) => isInProject(location.pathname) });

/** undefined outside of projects, and until the page knows. */
export function useHere(): Place | undefined {
  const place = useNamedPlace();
  return useIsInProject() ? place : undefined;
}
