// Completion in a text area: what is offered, which entry is meant, and the keys that choose.
import { useId, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { useLayoutEffect } from '../../platform/effects.ts';
import { useCandidates } from './candidates.ts';
import type { Candidate, Nearby } from './candidates.ts';
import { caretPosition } from './caret-position.ts';
import { findTrigger } from './completion.ts';
import { takeOfferKey } from './offer-keys.ts';
import type { Trigger } from './completion.ts';
import type { Edit } from './markdown-edits.ts';

interface Options {
  area: RefObject<HTMLTextAreaElement | null>;
  projectId: number | undefined;
  nearby: readonly Nearby[];
  apply(edit: Edit): void;
}

const listWidthPx = 320;

export function useCompletion({ area, projectId, nearby, apply }: Options) {
  const id = useId();
  const [trigger, setTrigger] = useState<Trigger>();
  /** Where a trigger begins that was refused with Escape. */
  const [refused, setRefused] = useState<number>();
  const [active, setActive] = useState(0);
  const [place, setPlace] = useState({ left: 0, top: 0 });
  const candidates = useCandidates(trigger, projectId, nearby);
  const isOpen = trigger !== undefined && candidates.length > 0;
  const { start } = trigger ?? {};
  useLayoutEffect(() => {
    const { current } = area;
    if (current === null || start === undefined) return;
    const { left, top } = caretPosition(current, start);
    setPlace({
      left: Math.max(0, Math.min(left, current.clientWidth - listWidthPx)),
      top: Math.min(top, current.clientHeight),
    });
  }, [area, start]);
  /** To be called whenever the text or the caret may have changed. */
  const look = (): void => {
    const { current } = area;
    if (current === null) return;
    const isPoint = current.selectionStart === current.selectionEnd;
    const next = isPoint ? findTrigger(current.value, current.selectionStart) : undefined;
    if (next?.start !== refused) setRefused(undefined);
    if (next?.query !== trigger?.query || next?.start !== trigger?.start) setActive(0);
    setTrigger(next?.start === refused ? undefined : next);
  };
  const choose = (candidate: Candidate): void => {
    if (trigger === undefined) return;
    apply(candidate.complete(trigger));
    setTrigger(undefined);
  };
  const close = (): void => {
    setRefused(trigger?.start);
    setTrigger(undefined);
  };
  /** Returns whether the key was for the list. */
  const take = (event: KeyboardEvent): boolean =>
    isOpen && takeOfferKey(event, { candidates, active, setActive, choose, close });
  return {
    id,
    isOpen,
    candidates,
    active: Math.min(active, candidates.length - 1),
    place,
    look,
    choose,
    take,
    leave: () => setTrigger(undefined),
  };
}
