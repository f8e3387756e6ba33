// A value once it has stopped changing, such as what somebody types.
import { useState } from 'react';
import { useEffect } from '../platform/effects.ts';

/** `value` as it was when it had been the same for `ms`. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
