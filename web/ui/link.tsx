// The one link of the pages: to a page, to an address that somebody wrote, or to what is no page, such as a file.
import { Link as RouterLink, useRouter } from '@tanstack/react-router';
import type { LinkComponentProps, LinkProps, RegisteredRouter } from '@tanstack/react-router';
import type { ComponentPropsWithoutRef, MouseEvent, ReactNode } from 'react';
import { readLink } from '../../contract/addresses.ts';

export type { LinkProps } from '@tanstack/react-router';

type Anchor = Omit<ComponentPropsWithoutRef<'a'>, 'href' | 'rel'>;

/** For lists of a hundred links. Others compare themselves with the page's address at each render and each navigation. */
interface ListedProps extends Anchor {
  /** Whether pointing at it preloads what it leads to. */
  inList: 'preloaded' | 'plain';
  /** The path of a page. */
  to: string;
}

/** An address as somebody wrote it: of a service, a build, an announcement. One that leads nowhere safe is shown as text. */
interface WrittenProps extends Anchor {
  address: string;
}

/** Of a file, of mail, of a place in this page: the browser follows it. */
type PlainProps = ComponentPropsWithoutRef<'a'> & { href: string };

/** Somebody who stays this long on a link may want what it leads to, in ms. */
const stayMs = 50;
/** Nobody points at two links. */
let staying: ReturnType<typeof setTimeout> | undefined;
const leave = (): void => clearTimeout(staying);

/** Whether a click asks for the page in this window, and nobody has answered it. */
const isForHere = (event: MouseEvent): boolean =>
  event.button === 0 && !event.defaultPrevented && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);

function ListedLink({ inList, to, onClick, ...props }: ListedProps): ReactNode {
  const router = useRouter();
  // Whoever follows it learns what is wrong.
  const preload = (): void => void router.preloadRoute({ to }).catch(() => undefined);
  const come = (): void => {
    leave();
    staying = setTimeout(preload, stayMs);
  };
  return (
    <a
      {...props}
      {...(inList === 'preloaded' && {
        onMouseEnter: come,
        onMouseLeave: leave,
        onFocus: come,
        onBlur: leave,
        onTouchStart: preload,
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

function WrittenLink({ address, children, target, ...props }: WrittenProps): ReactNode {
  const href = readLink(address);
  if (href === undefined) return <span {...props}>{children}</span>;
  return (
    <a {...props} href={href} target={target} rel="noopener noreferrer">
      {children}
    </a>
  );
}

/** The router's links take an `href` by their type, but none has one. */
const isPlain = (props: PlainProps | LinkProps): props is PlainProps => 'href' in props;

export function Link(props: ListedProps): ReactNode;
export function Link(props: WrittenProps): ReactNode;
export function Link(props: PlainProps): ReactNode;
/** To a page: marked while that is open, and preloaded when somebody points at it. */
export function Link<
  const TFrom extends string = string,
  const TTo extends string | undefined = undefined,
  const TMaskFrom extends string = TFrom,
  const TMaskTo extends string = '',
>(props: LinkComponentProps<'a', RegisteredRouter, TFrom, TTo, TMaskFrom, TMaskTo>): ReactNode;
export function Link(props: ListedProps | WrittenProps | PlainProps | LinkProps): ReactNode {
  if ('inList' in props) return <ListedLink {...props} />;
  if ('address' in props) return <WrittenLink {...props} />;
  if (isPlain(props)) return <a {...props} />;
  return <RouterLink {...props} />;
}
