// The address of the page that a component belongs to.
import { useMatch } from '@tanstack/react-router';
import { useCallback } from 'react';

/**
 * Gives a reader of the path and search of the component's page. It answers undefined while the browser already has the address of
 * another page: the router changes it first, and shows the other page once that one is read.
 */
export function useOwnAddress(): () => string | undefined {
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname });
  return useCallback(() => {
    const isHere = withoutSlash(location.pathname) === withoutSlash(path);
    return isHere ? location.pathname + location.search : undefined;
  }, [path]);
}

const withoutSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);
