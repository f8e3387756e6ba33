// The keys of a list of offers, while a text has the focus.

interface Key {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  preventDefault(): void;
  stopPropagation(): void;
}

interface Offers<C> {
  candidates: readonly C[];
  active: number;
  setActive(index: number): void;
  choose(candidate: C): void;
  close(): void;
}

/** Returns whether the key was for the list, which is open. */
export function takeOfferKey<C>(event: Key, { candidates, active, setActive, choose, close }: Offers<C>): boolean {
  const chosen = candidates[Math.min(active, candidates.length - 1)];
  if (chosen === undefined || event.ctrlKey || event.metaKey) return false;
  const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
  const step = moves[event.key];
  if (step !== undefined) setActive((active + step + candidates.length) % candidates.length);
  else if (event.key === 'Enter' || event.key === 'Tab') choose(chosen);
  else if (event.key === 'Escape') close();
  else return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}
