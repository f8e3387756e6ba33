// A link for lists that have a hundred of them. The router's own compare themselves with the address of the page whenever they
// are drawn and whenever that changes.
import { useRouter } from '@tanstack/react-router';
import type { ComponentPropsWithoutRef, MouseEvent, ReactNode } from 'react';

interface Props extends Omit<ComponentPropsWithoutRef<'a'>, 'href'> {
  /** The path of a page. */
  to: string;
  /** Whether pointing at it reads what it leads to. */
  isReadAhead?: boolean;
}

/** Somebody who stays this long on a link may want what it leads to, in ms. */
const stayMs = 50;
/** Nobody points at two links. */
let staying: ReturnType<typeof setTimeout> | undefined;
const leave = (): void => clearTimeout(staying);

/** Whether a click asks for the page in this window, and nobody has answered it. */
const isForHere = (event: MouseEvent): boolean =>
  event.button === 0 && !event.defaultPrevented && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);

export function LightLink({ to, isReadAhead = true, onClick, ...props }: Props): ReactNode {
  const router = useRouter();
  // Whoever follows it is told what is wrong.
  const readAhead = (): void => void router.preloadRoute({ to }).catch(() => undefined);
  const come = (): void => {
    leave();
    staying = setTimeout(readAhead, stayMs);
  };
  return (
    <a
      {...props}
      {...(isReadAhead && {
        onMouseEnter: come,
        onMouseLeave: leave,
        onFocus: come,
        onBlur: leave,
        onTouchStart: readAhead,
      })}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (!isForHere(event)) return;
        event.preventDefault();
        leave();
        void router.navigate({ to });
      }}
    />
  );
}
