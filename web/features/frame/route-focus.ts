// Where the focus is after another page: at its start, or, on the way back, at the link that one had left by.
import { useRouter } from '@tanstack/react-router';
import { useEffect } from '../../platform/effects.ts';

/** Addresses whose links are remembered. */
const remembered = 200;

const linkOf = (element: Element | null): string | null =>
  element?.closest('main a[href]')?.getAttribute('href') ?? null;

/** Whether something on the page has taken the focus for itself, such as the field of a search. */
const isTaken = (main: HTMLElement): boolean => {
  const focused = document.activeElement;
  return focused !== null && focused !== main && main.contains(focused);
};

/** Used once, by what surrounds the pages. */
export function useRouteFocus(): void {
  const router = useRouter();
  useEffect(() => {
    const leftBy = new Map<string, string>();
    let isBack = false;
    const ends = [
      router.history.subscribe(({ action }) => {
        isBack = action.type === 'BACK' || action.type === 'FORWARD' || action.type === 'GO';
      }),
      router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
        const link = linkOf(document.activeElement);
        if (!pathChanged || fromLocation === undefined || link === null) return;
        leftBy.delete(fromLocation.pathname);
        leftBy.set(fromLocation.pathname, link);
        const oldest = leftBy.keys().next().value;
        if (leftBy.size > remembered && oldest !== undefined) leftBy.delete(oldest);
      }),
      router.subscribe('onRendered', ({ toLocation, fromLocation, pathChanged }) => {
        const main = document.querySelector('main');
        // The first page of a document starts where browsers start.
        if (!(main instanceof HTMLElement) || !pathChanged || fromLocation === undefined || isTaken(main)) return;
        const link = isBack ? leftBy.get(toLocation.pathname) : undefined;
        const back = link === undefined ? null : main.querySelector(`a[href="${CSS.escape(link)}"]`);
        // The router restores where one had scrolled to.
        if (back instanceof HTMLElement) back.focus({ preventScroll: true });
        else if (document.querySelector('[role=dialog]') === null) main.focus({ preventScroll: true });
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [router]);
}
