// Which unit a field of efforts has, as server and pages read it from the words of the field.

export type EffortUnit = 'hours' | 'days' | 'points';

const unitWords: readonly (readonly [EffortUnit, RegExp])[] = [
  ['hours', /\b(hours?|hrs?|heures?)\b|\(h\)/i],
  ['days', /\b(days?|jours?)\b|\(d\)/i],
  ['points', /\bpoints?\b|\bpts?\b/i],
];

/** The unit that the field names in its label, else in its description; null for none. */
export const unitOf = (field: { label: string; description?: string | undefined } | undefined): EffortUnit | null =>
  [field?.label, field?.description]
    .flatMap((text) => unitWords.find(([, words]) => words.test(text ?? ''))?.[0] ?? [])
    .at(0) ?? null;
