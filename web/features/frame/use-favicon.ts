// The picture of the browser's tab, in the colour of the look.
import { useEffect } from '../../platform/effects.ts';
import { whenIdle } from '../../platform/idle.ts';

const renderIcon = (colour: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${colour}"/>` +
  '<path d="M9 10h14M16 10v13" stroke="#fff" stroke-width="4" stroke-linecap="round"/><circle cx="24" cy="22" r="3" fill="#fff" fill-opacity=".7"/></svg>';

function paint(): void {
  const link = document.querySelector('link[rel=icon]');
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--brand').trim();
  if (/^#[0-9a-f]{3,8}$/i.test(colour))
    link?.setAttribute('href', `data:image/svg+xml,${encodeURIComponent(renderIcon(colour))}`);
}

/** Follows the colour that is chosen; used once. */
export function useFavicon(): void {
  useEffect(() => {
    const end = whenIdle(paint);
    const observer = new MutationObserver(paint);
    observer.observe(document.documentElement, { attributeFilter: ['data-variant'] });
    return () => {
      end();
      observer.disconnect();
    };
  }, []);
}
