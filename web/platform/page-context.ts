// The project, service and tracker that the page belongs to. A page in a project sets them; breadcrumbs and the side bar follow.
import { useEffect } from './effects.ts';
import { useStore } from './use-store.ts';

export interface PageContext {
  projectId: number;
  /** Whether the page is the project's overview, whatever its address. */
  isOverview?: boolean;
  /** The service that the page belongs to, by its name, such as plugin_git. */
  service?: string | undefined;
  /** The tracker that the page is about, or whose artifact it shows. */
  tracker?: { id: number; label: string; colour: string; icon?: string } | undefined;
}

let current: PageContext | undefined;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

function setContext({ projectId, isOverview = false, service, tracker }: PageContext): void {
  const next = { projectId, isOverview, service, tracker };
  if (JSON.stringify(next) === JSON.stringify(current)) return;
  current = next;
  for (const listener of listeners) listener();
}

/** Sets the context of the first page before anything is rendered, so that nothing is rendered twice. Does nothing later. */
export function setFirstPageContext(context: PageContext): void {
  if (current === undefined && listeners.size === 0) setContext(context);
}

/**
 * Sets the context of the page; undefined while it is not known. The context stays until another page sets its own, so that
 * nothing flickers on the way.
 */
export function usePageContext(context: PageContext | undefined): void {
  const { projectId, tracker, service, isOverview = false } = context ?? {};
  useEffect(() => {
    if (projectId === undefined) return;
    setContext({ projectId, isOverview, service, tracker });
  }, [projectId, isOverview, service, tracker?.id, tracker?.label, tracker?.colour, tracker?.icon]);
}

/** The context that a page set last. Whether the page that is shown now is in a project, its address says: see isInProject. */
export const useCurrentContext = (): PageContext | undefined => useStore(subscribe, () => current);

let closedPages = 0;

/** The page shows nothing of the context that its address names, as long as it is there. */
export function useNoPageContext(): void {
  useEffect(() => {
    closedPages += 1;
    for (const listener of listeners) listener();
    return () => {
      closedPages -= 1;
      for (const listener of listeners) listener();
    };
  }, []);
}

/** Whether the page that is shown is closed to whoever looks at it. */
export const useIsClosed = (): boolean => useStore(subscribe, () => closedPages > 0);

/** Whether a page with this path belongs to a project. */
export const isInProject = (path: string): boolean =>
  /^\/(?:projects\/(?!new(?:\/|$))[^/]+|trackers\/\d+|artifacts\/\d+|kanban\/\d+|milestones\/\d+|repositories\/\d+|pull-requests\/\d+|subversion\/\d+)/.test(
    path,
  );
