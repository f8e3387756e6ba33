// The place of the page that is shown, for what surrounds it.
import { useRouterState } from '@tanstack/react-router';
import { isInProject, useIsClosed, useCurrentContext } from '../../platform/page-context.ts';
import type { PageContext } from '../../platform/page-context.ts';

/** Whether the page belongs to a project, known at once by its address. */
export const useIsInProject = (): boolean =>
  useRouterState({ select: ({ location }) => isInProject(location.pathname) });

/** undefined outside of projects, until the page knows, and where it is closed. */
export function useHere(): PageContext | undefined {
  const place = useCurrentContext();
  const isClosed = useIsClosed();
  return useIsInProject() && !isClosed ? place : undefined;
}
