// A value once it has stopped changing, such as what somebody types.
import { useState } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { settlingMs, useIsComposing } from '../../platform/keyboard/composition.ts';

/** `value` as it was when it had been the same for settlingMs. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  const isComposing = useIsComposing();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settlingMs(ms, isComposing));
    return () => clearTimeout(timer);
  }, [value, ms, isComposing]);
  return settled;
}
