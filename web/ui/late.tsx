// Components whose code comes after the page: when they are wanted, or when the page rests.
import { useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { useEffect } from '../platform/effects.ts';
import { whenIdle } from '../platform/idle.ts';

/** How long the first page has the browser for itself, in ms. */
const firstMs = 1500;

/** Draws nothing until it is read. */
export interface Late<Props> {
  (props: Props): ReactNode;
  /** Reads it now, for who sees that it will be wanted. Rejects where the server can't be reached. */
  read(): Promise<void>;
  isRead(): boolean;
}

/** Whether the page has nothing more urgent to do than what nobody sees at first; not before it was there for `afterMs`. */
export function useIsAtRest(afterMs = 0): boolean {
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => {
    const rest = (): (() => void) => whenIdle(() => setAtRest(true));
    if (afterMs === 0) return rest();
    const timer = setTimeout(() => (end = rest()), afterMs);
    let end = (): void => clearTimeout(timer);
    return () => end();
  }, [afterMs]);
  return isAtRest;
}

/** Draws what it holds once the page is at rest. */
export const AtRest = ({ children }: { children: ReactNode }): ReactNode => (useIsAtRest() ? children : null);

/** Unlike with `lazy`, what is read already is drawn at once, what is read later as soon as it is there, and what failed is tried anew. */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): Late<Props> {
  const part = onDemand(load);
  // One that can't be read now is tried anew when it is wanted.
  setTimeout(() => whenIdle(() => void part.read().catch(() => undefined)), firstMs);
  return part;
}

/** Like `late`, but not read before somebody wants it. Draws `Meanwhile` until it is there. */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile?: ComponentType<Props>,
): Late<Props> {
  let Read: ComponentType<Props> | undefined;
  const read = async (): Promise<void> => {
    Read ??= await load();
  };
  const Shown = (props: Props): ReactNode => {
    const [state, setState] = useState<{ error?: Error }>();
    // As it was drawn: it may be read between that and the effect, which then has to draw it.
    const [wasRead] = useState(() => Read !== undefined);
    useEffect(() => {
      if (wasRead) return;
      read().then(
        () => setState({}),
        (error: unknown) => setState({ error: error instanceof Error ? error : new Error(String(error)) }),
      );
    }, [wasRead]);
    if (state?.error !== undefined) throw state.error;
    const Drawn = Read ?? Meanwhile;
    return Drawn === undefined ? null : <Drawn {...props} />;
  };
  return Object.assign(Shown, { read, isRead: () => Read !== undefined });
}

/** Reads it, and tells whether there is nothing left to wait for: it is there, or can't be read. For who would rather wait than grow. */
export function useIsRead({ read, isRead }: Pick<Late<object>, 'read' | 'isRead'>): boolean {
  const [isOver, setOver] = useState(isRead);
  useEffect(() => {
    const end = (): void => setOver(true);
    if (!isOver) read().then(end, end);
  }, [isOver, read]);
  return isOver;
}
