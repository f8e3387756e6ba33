// A page that takes the whole screen, as for a team before a wall: what surrounds it is away meanwhile.
import { useEffect, useState } from 'react';

/** Says whether the page has all of the screen, and switches; a browser that can't gives it the whole window. */
export function useFullScreen(): { isFull: boolean; toggle: () => void } {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    if (!isFull) return undefined;
    const root = document.documentElement;
    // The frame hides what it has around the page.
    root.dataset['full'] = '';
    // It may be refused, as in a frame of another page.
    root.requestFullscreen().catch(() => undefined);
    const leave = (): void => {
      if (document.fullscreenElement === null) setFull(false);
    };
    document.addEventListener('fullscreenchange', leave);
    return () => {
      document.removeEventListener('fullscreenchange', leave);
      delete root.dataset['full'];
      if (document.fullscreenElement !== null) void document.exitFullscreen();
    };
  }, [isFull]);
  return { isFull, toggle: () => setFull((is) => !is) };
}
