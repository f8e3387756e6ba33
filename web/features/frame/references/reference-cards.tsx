// What a reference leads to, beside it, for who stays at it.
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useEffect, useLayoutEffect } from '../../../platform/effects.ts';
import { api, take } from '../../../platform/api.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Person } from '../../../ui/avatar.tsx';
import ui from '../../../ui/ui.module.css';
import css from './references.module.css';
import { cardId, watchReferences } from './watch-references.ts';
import type { Pointed } from './watch-references.ts';

const cachedMs = 5 * 60_000;
/** Between the card, its reference and the edges of the window, px. */
const gap = 6;

/** Below the reference, or above it where there is no room. */
function place(card: HTMLElement, link: HTMLElement): void {
  const { left, top, bottom } = link.getBoundingClientRect();
  const room = document.documentElement.clientWidth - card.offsetWidth - gap;
  const isBelow = bottom + gap + card.offsetHeight <= innerHeight;
  card.style.left = `${Math.max(gap, Math.min(left, room))}px`;
  card.style.top = `${isBelow ? bottom + gap : Math.max(gap, top - gap - card.offsetHeight)}px`;
}

/** Nothing where there is no such artifact for the reader, or another than the reference names. */
function Card({ pointed: { link, id, keyword } }: { pointed: Pointed }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const { data } = useQuery({
    queryKey: ['reference', id],
    queryFn: () => take(api.GET('/artifacts/{id}', { params: { path: { id } } })),
    staleTime: cachedMs,
    gcTime: cachedMs,
    retry: false,
  });
  const isMeant =
    keyword === undefined ||
    ['art', 'artifact'].includes(keyword.toLowerCase()) ||
    data?.xref.toLowerCase().startsWith(`${keyword.toLowerCase()} #`) === true;
  const artifact = isMeant ? data : undefined;
  useLayoutEffect(() => {
    if (artifact === undefined || box.current === null) return;
    place(box.current, link);
    link.setAttribute('aria-describedby', cardId);
    return () => link.removeAttribute('aria-describedby');
  }, [artifact, link]);
  if (artifact === undefined) return null;
  return (
    <div ref={box} id={cardId} role="tooltip" className={css.card}>
      <span className={`${ui.faint} ${ui.small}`}>{artifact.xref}</span>
      <strong>{artifact.title}</strong>
      <span className={ui.row}>
        {artifact.status !== '' && <Badge colour={artifact.full_status?.color}>{artifact.status}</Badge>}
        {artifact.assignees.map((person) => (
          <Person key={person.id} person={person} />
        ))}
      </span>
    </div>
  );
}

export function ReferenceCards(): ReactNode {
  const [pointed, setPointed] = useState<Pointed>();
  useEffect(() => watchReferences(setPointed), []);
  return pointed === undefined ? null : <Card key={pointed.id} pointed={pointed} />;
}
