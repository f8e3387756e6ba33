// Components in bundles of their own, which are loaded when they are first shown, or before that when the page is idle.
import { useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { useEffect } from '../platform/effects.ts';
import { whenIdle } from '../platform/idle.ts';
import { whileHere } from '../platform/network/connection.ts';

/** How long the first page has the browser for itself, in ms. */
const firstMs = 1500;

interface LazyOptions<Props> {
  /** Shown until the bundle is loaded; nothing without it. */
  Fallback?: ComponentType<Props>;
  /** Loads the bundle once the first page is idle, wanted or not. */
  prefetch?: boolean;
}

interface Lazy<Props> {
  (props: Props): ReactNode;
  /** Loads the bundle now. Rejects where the server can't be reached. */
  preload(): Promise<void>;
  isLoaded(): boolean;
}

/** Unlike React's: what is loaded is shown at once, without a boundary around it, and what failed is tried again. */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Fallback, prefetch = false }: LazyOptions<Props> = {},
): Lazy<Props> {
  let Loaded: ComponentType<Props> | undefined;
  const preload = async (): Promise<void> => {
    Loaded ??= await load();
  };
  const Shown = (props: Props): ReactNode => {
    const [state, setState] = useState<{ error?: Error }>();
    // As it was rendered: it may be loaded between that and the effect, which then has to render again.
    const [wasLoaded] = useState(() => Loaded !== undefined);
    useEffect(() => {
      if (wasLoaded) return;
      preload().then(
        () => setState({}),
        async (error: unknown) => {
          await whileHere();
          setState({ error: error instanceof Error ? error : new Error(String(error)) });
        },
      );
    }, [wasLoaded]);
    if (state?.error !== undefined) throw state.error;
    const Rendered = Loaded ?? Fallback;
    return Rendered === undefined ? null : <Rendered {...props} />;
  };
  // A bundle that can't be loaded now is tried again when it is wanted.
  if (prefetch) setTimeout(() => whenIdle(() => void preload().catch(() => undefined)), firstMs);
  return Object.assign(Shown, { preload, isLoaded: () => Loaded !== undefined });
}

/** Parts that are found by names, each lazy and made once; undefined for names that there is none of. */
export function lazyByName<Props extends object>(
  find: (name: string) => (() => Promise<ComponentType<Props>>) | undefined,
  options?: LazyOptions<Props>,
): (name: string) => Lazy<Props> | undefined {
  const made = new Map<string, Lazy<Props>>();
  return (name) => {
    const load = made.has(name) ? undefined : find(name);
    if (load !== undefined) made.set(name, lazy(load, options));
    return made.get(name);
  };
}

/** Loads the bundle, and tells whether there is nothing left to wait for: it is loaded, or can't be. */
export function useIsLoaded({ preload, isLoaded }: Pick<Lazy<object>, 'preload' | 'isLoaded'>): boolean {
  const [isOver, setOver] = useState(isLoaded);
  useEffect(() => {
    const end = (): void => setOver(true);
    if (!isOver) preload().then(end, end);
  }, [isOver, preload]);
  return isOver;
}

/** Whether the page has nothing more urgent to do than what nobody sees at first; not before it was there for `afterMs`. */
export function useIsIdle(afterMs = 0): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const wait = (): (() => void) => whenIdle(() => setIdle(true));
    if (afterMs === 0) return wait();
    const timer = setTimeout(() => (end = wait()), afterMs);
    let end = (): void => clearTimeout(timer);
    return () => end();
  }, [afterMs]);
  return isIdle;
}

/** Shows what it holds once the page is idle. */
export const WhenIdle = ({ children }: { children: ReactNode }): ReactNode => (useIsIdle() ? children : null);
