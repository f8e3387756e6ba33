// How dates are written, as the person prefers (`relative_dates_display`): relative or absolute first, the other one beside it or
// in a tooltip.
import { useStore } from './use-store.ts';

export const dateStyles = [
  'relative_first-absolute_tooltip',
  'relative_first-absolute_shown',
  'absolute_first-relative_tooltip',
  'absolute_first-relative_shown',
] as const;

export type DateStyle = (typeof dateStyles)[number];

let style: DateStyle = dateStyles[0];
const listeners = new Set<() => void>();

/** The style of this name; that of who chose none for any other. */
export const readDateStyle = (name: string | undefined): DateStyle =>
  dateStyles.find((known) => known === name) ?? dateStyles[0];

/** Has all dates on the page written so. */
export function setDateStyle(next: DateStyle): void {
  style = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useDateStyle = (): DateStyle => useStore(subscribe, () => style);
