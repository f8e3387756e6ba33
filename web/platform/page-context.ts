// Where in the site somebody is. A page in a project says so; what surrounds it follows.
import { useEffect } from './effects.ts';
import { useStore } from './use-store.ts';

export interface Place {
  projectId: number;
  /** Whether the page is the project's overview, whatever its address. */
  isOverview?: boolean;
  /** The service that the page belongs to, by its name, such as plugin_git. */
  service?: string | undefined;
  /** The tracker that the page is about, or whose artifact it shows. */
  tracker?: { id: number; label: string; colour: string; icon?: string } | undefined;
}

let current: Place | undefined;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

function namePlace({ projectId, isOverview = false, service, tracker }: Place): void {
  const next = { projectId, isOverview, service, tracker };
  if (JSON.stringify(next) === JSON.stringify(current)) return;
  current = next;
  for (const listener of listeners) listener();
}

/** Where the first page is, before anything is drawn, so that nothing is drawn twice. Does nothing later. */
export function nameFirstPlace(place: Place): void {
  if (current === undefined && listeners.size === 0) namePlace(place);
}

/**
 * Says that the page is in a project; undefined while it does not know. The place stays until another page names its own, so
 * that nothing flickers on the way.
 */
export function usePlace(place: Place | undefined): void {
  const { projectId, tracker, service, isOverview = false } = place ?? {};
  useEffect(() => {
    if (projectId === undefined) return;
    namePlace({ projectId, isOverview, service, tracker });
  }, [projectId, isOverview, service, tracker?.id, tracker?.label, tracker?.colour, tracker?.icon]);
}

/** The place that a page named last. Whether the page that is shown now is in a project, its address says: see isInProject. */
export const useNamedPlace = (): Place | undefined => useStore(subscribe, () => current);

let closedPages = 0;

/** The page shows nothing of the place that its address names, as long as it is there. */
export function useNoPlace(): void {
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
