// What fields and their values are usually called, in English and French, for the server and for pages.
import { foldText } from './fold-text.ts';

const fieldNames = {
  title: /^(title|summary|subject|headline|titre|resume|sujet|objet)$/,
  description: /^(description|details|original submission)$/,
  status: /\b(status|state|stage|statut|etat|etape)\b/,
  contributor: /\b(assignee|assigned|responsible|owner|assigne|responsable)\b/,
  initial_effort: /\b(estimate|estimation|effort|story points|points|charge)\b/,
} as const;

/** A semantic of trackers that a field is recognized for by its name. */
export type NamedRole = keyof typeof fieldNames;

const closedValue =
  /\b(done|closed|resolved|rejected|cancell?ed|declined|fixed|released|abandoned|termine|ferme|clos|resolu|rejete|annule|abandonne|livre)e?s?\b/;

/** Whether a field with this label or short name is likely to have the role. */
export const isNamedFor = (role: NamedRole, name: string): boolean =>
  fieldNames[role].test(foldText(name.replaceAll('_', ' ')).trim());

/** The values that count as open: all but those that are called closed, or else all but the last one. */
export function openValues<T extends { label: string }>(values: readonly T[]): T[] {
  const open = values.filter(({ label }) => !isCalledClosed(label));
  return open.length < values.length ? open : values.slice(0, -1);
}

export const isCalledClosed = (label: string): boolean => closedValue.test(foldText(label));
