// The focus goes back to what opened a dialog or a popover, once that closes.

/** What React Aria dispatches on an element before it gives the focus back to it. */
const returnEvent = 'react-aria-focus-scope-restore';

/**
 * Waits with the focus until the page may have it. React Aria gives it back in the next frame, and makes the rest of the page
 * usable again in an effect, which may come later: then the focus goes to an inert element, that is nowhere
 * (https://github.com/adobe/react-spectrum/issues/10610). Whoever moved the focus meanwhile keeps it.
 */
export function returnFocusWhenUsable(page: Document): void {
  page.addEventListener(
    returnEvent,
    (event) => {
      const element = event.target;
      if (!(element instanceof HTMLElement) || element.closest('[inert]') === null) return;
      event.preventDefault();
      const observer = new MutationObserver(() => {
        if (element.closest('[inert]') !== null) return;
        observer.disconnect();
        if (page.activeElement === page.body) element.focus();
      });
      observer.observe(page, { subtree: true, attributeFilter: ['inert'] });
    },
    true,
  );
}
