// Which artifacts are chosen, and which row is the current one. What is chosen stays when the filter changes.
import { useCallback, useMemo, useState } from 'react';

export interface Selection {
  ids: ReadonlySet<number>;
  toggle(id: number): void;
  add(ids: readonly number[]): void;
  replace(ids: readonly number[]): void;
  clear(): void;
}

const nobody: ReadonlySet<number> = new Set();

export function useSelection(): Selection {
  const [ids, setIds] = useState(nobody);
  const toggle = useCallback(
    (id: number) =>
      setIds((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  const add = useCallback((more: readonly number[]) => setIds((before) => new Set([...before, ...more])), []);
  const replace = useCallback((only: readonly number[]) => setIds(new Set(only)), []);
  const clear = useCallback(() => setIds(nobody), []);
  return useMemo(() => ({ ids, toggle, add, replace, clear }), [ids, toggle, add, replace, clear]);
}
