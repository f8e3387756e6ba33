// What charts share: colours of what has none, ticks of axes, which date is next to a pointer. Pure.

/** Colours for series that bring none, far apart from one to the next. */
const ownColours = [
  'lake-placid-blue',
  'clockwork-orange',
  'surf-green',
  'plum-crazy',
  'graffiti-yellow',
  'fiesta-red',
  'ocean-turquoise',
  'peggy-pink',
  'army-green',
  'ultra-violet',
  'teddy-brown',
  'daphne-blue',
] as const;

/** `null` stands for "none" and is grey. */
export const colourOf = (index: number, colour: string | null | undefined, isNone = false): string | undefined =>
  isNone ? undefined : (colour ?? ownColours[index % ownColours.length]);

export const sumOf = (values: readonly (number | null)[]): number =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** Whole percents of a whole; 0 of nothing. */
export const percentOf = (value: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((100 * value) / whole);

/** Every n-th place of a list, so that at most `max` are marked; the first is among them. */
export function tickPlaces(count: number, max: number): number[] {
  const step = Math.max(1, Math.ceil(count / Math.max(1, max)));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
}

/** Which of `count` points, the first at 0 and the last at `width`, is next to x. */
export const nearestPlace = (x: number, width: number, count: number): number =>
  count < 2 || width <= 0 ? 0 : Math.min(count - 1, Math.max(0, Math.round((x / width) * (count - 1))));
