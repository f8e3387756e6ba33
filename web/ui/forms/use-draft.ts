// What is typed into a form, kept in this browser until the server has it.
import { useMemo, useRef, useState } from 'react';
import { createDrafts } from '../../platform/drafts/drafts.ts';
import { personalStore } from '../../platform/storage/personal-storage.ts';
import { isRecord } from '../../platform/parse-unknown.ts';
import { useSelf } from '../../platform/session.ts';

interface DraftState<T> {
  values: T;
  change(next: Partial<T>): void;
  /** Back to what the server has. */
  drop(): void;
  /** Once the server has `sent`: what was typed since stays. */
  dropSent(sent: T): void;
}

/** `thing` names the form; `saved` is what it holds where nobody typed anything else. */
export function useDraft<T extends Readonly<Record<string, string>>>(thing: string, saved: T): DraftState<T> {
  const person = useSelf()?.username ?? '';
  const drafts = useMemo(() => createDrafts(personalStore, person), [person]);
  const [typed, setTyped] = useState(() => readTexts(drafts.read(thing)?.value, saved));
  const latest = useRef(typed);
  const keep = (next: Partial<T>): void => {
    latest.current = next;
    setTyped(next);
    if (Object.keys(next).length === 0) drafts.drop(thing);
    else drafts.save(thing, next);
  };
  return {
    values: { ...saved, ...typed },
    change: (next) => keep({ ...latest.current, ...next }),
    drop: () => keep({}),
    dropSent: (sent) => keep(listUnsent(latest.current, sent)),
  };
}

/** Those texts that are no longer as they were sent. */
export function listUnsent<T extends Readonly<Record<string, string>>>(typed: Partial<T>, sent: T): Partial<T> {
  const texts: Partial<T> = {};
  for (const name in typed) if (typed[name] !== sent[name]) texts[name] = typed[name];
  return texts;
}

/** Those texts of a kept draft that the form still has. */
function readTexts<T extends Readonly<Record<string, string>>>(kept: unknown, saved: T): Partial<T> {
  if (!isRecord(kept)) return {};
  const texts: Partial<T> = {};
  for (const name in saved) {
    const value = kept[name];
    if (typeof value === 'string') Object.assign(texts, { [name]: value });
  }
  return texts;
}

interface StoredDraft<T> {
  value: T;
  change(next: Partial<T>): void;
  /** Forgets the draft; what is shown stays. */
  drop(): void;
}

/** A form with more than texts. `read` makes its value of a kept draft, or of nothing. */
export function useStoredDraft<T extends object>(thing: string, read: (kept: unknown) => T): StoredDraft<T> {
  const person = useSelf()?.username ?? '';
  const drafts = useMemo(() => createDrafts(personalStore, person), [person]);
  const [value, setValue] = useState(() => read(drafts.read(thing)?.value));
  const latest = useRef(value);
  return {
    value,
    change(next) {
      latest.current = { ...latest.current, ...next };
      setValue(latest.current);
      drafts.save(thing, latest.current);
    },
    drop: () => drafts.drop(thing),
  };
}
