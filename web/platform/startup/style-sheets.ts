// A page without a style sheet can hardly be used, and a busy server refuses one as it refuses anything: reads it again.

/** How often a style sheet is read again, and how long after it failed, in ms. */
const triesMax = 10;
const pauseMs = 1000;

function readAgain(link: HTMLLinkElement): void {
  const tries = Number(link.dataset['tries'] ?? 0) + 1;
  if (tries > triesMax) return;
  setTimeout(() => {
    const again = link.cloneNode();
    if (again instanceof HTMLLinkElement) again.dataset['tries'] = String(tries);
    link.replaceWith(again);
  }, pauseMs);
}

/** Whether its rules are there. Chromium takes a sheet that failed for one of another origin, whose rules nobody may read. */
function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}

/** Reads those again that failed, from now on too; called once. */
export function keepStyleSheets(): void {
  const sheets = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]');
  for (const link of sheets) if (!hasRules(link)) readAgain(link);
  const onError = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') readAgain(target);
  };
  document.addEventListener('error', onError, true);
  // Vite's loader takes a missing sheet for a missing part: the part runs without it until it is there.
  addEventListener('vite:preloadError', (event) => {
    if (!('payload' in event) || !(event.payload instanceof Error) || !event.payload.message.includes(' CSS ')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
}
