// A value once it has stopped changing, such as what somebody types.
import { useState } from 'react';
import { useEffect } from '../platform/effects.ts';
import { useIsComposing } from '../platform/keys/composition.ts';

/** `value` as it was when it had been the same for `ms`; not while a word is composed. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  const isComposing = useIsComposing();
  useEffect(() => {
    if (isComposing) return undefined;
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms, isComposing]);
  return settled;
}
